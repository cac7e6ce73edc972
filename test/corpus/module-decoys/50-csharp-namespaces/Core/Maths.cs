namespace Acme.Core.Maths;

public static class Numbers
{
    public static int AddUp(int a, int b) => a + b;
}

public partial class Wheel
{
    public void Spin() { }
}

public class Vehicle
{
    public virtual void Drive() { }
}
