using System;
using Acme.Core;
using static Acme.Core.Maths.Numbers;
using Wheels = Acme.Core.Maths.Wheel;
using M = Acme.Core.Maths;

namespace Acme.App
{
    public class Car : M.Vehicle
    {
        public override void Drive()
        {
            base.Drive(); // → Vehicle.Drive
        }
    }

    public class Program
    {
        private Helper? held;

        public void Run(Helper? h)
        {
            h?.ExpandThing("y"); // → Acme.Core.Helper.ExpandThing
            h?.ExpandThing("y").ShoutThing(); // → Acme.Core.Helper.ExpandThing → Acme.Core.Shouts.ShoutThing
            held?.ExpandThing("z"); // → Acme.Core.Helper.ExpandThing
            "z".ShoutThing(); // → Acme.Core.Shouts.ShoutThing
            AddUp(1, 2); // → Numbers.AddUp
            Acme.Core.Maths.Numbers.AddUp(3, 4); // → Numbers.AddUp
            M.Numbers.AddUp(5, 6); // → Numbers.AddUp
            var wheel = new Wheels(); // → Wheel
            wheel.Spin(); // → Wheel.Spin
            wheel.Stop(); // → Wheel.Stop
            var made = Helper.Make(); // → Acme.Core.Helper.Make
            made.Louder(3); // → Acme.Core.Shouts.Louder
            Console.WriteLine("x"); // none
        }
    }
}
