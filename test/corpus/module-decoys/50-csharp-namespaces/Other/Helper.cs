namespace Acme.Other
{
    public class Helper
    {
        public string ExpandThing(string text) => text;
    }
}
