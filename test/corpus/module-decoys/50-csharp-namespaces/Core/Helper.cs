namespace Acme.Core
{
    public class Helper
    {
        public string ExpandThing(string text) => text;
        public static Helper Make() => new Helper(); // → Acme.Core.Helper
    }

    public static class Shouts
    {
        public static string ShoutThing(this string text) => text;
        public static string Louder(this Helper helper, int times) => "";
    }
}
