namespace Acme.Core.Maths;

public partial class Wheel
{
    public void Stop() { Spin(); } // → Wheel.Spin
}
