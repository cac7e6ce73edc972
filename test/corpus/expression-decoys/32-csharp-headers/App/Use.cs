using Acme.Core;

namespace Acme.App
{
    public class Use
    {
        public void Run(ref Writer writer, in Writer other)
        {
            writer.WriteSmall(1); // → Acme.Core.Writer.WriteSmall
            other.WriteAll(1, 2, 3); // → Acme.Core.Writer.WriteAll
        }
    }
}
