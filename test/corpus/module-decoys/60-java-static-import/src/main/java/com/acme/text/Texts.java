package com.acme.text;

public class Texts {
    public static String joinAll(String a) { return a; }
    public static class Inner {
        public static void nestedCall() {}
    }
}
