package com.acme.text;

public class TextsTest {
    void run() {
        Texts.joinAll("a"); // → Texts.joinAll @ src/main/java/com/acme/text/Texts.java
        Texts text = new Texts(); // → Texts @ src/main/java/com/acme/text/Texts.java
    }
}
