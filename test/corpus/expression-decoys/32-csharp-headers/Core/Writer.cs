namespace Acme.Core
{
#if UNITY
    internal
#else
    public
#endif
    ref partial struct Writer
#pragma warning restore SA1205
    {
        public void WriteSmall(int value) { }
        public void WriteAll(params int[] values) { }
    }
}
