package com.acme.app;

import static com.acme.text.Texts.joinAll;
import static com.acme.other.Texts.*;
import com.acme.text.Texts;

public class App {
    void run() {
        joinAll("a"); // → Texts.joinAll @ src/main/java/com/acme/text/Texts.java
        splitAll("a"); // → Texts.splitAll
        Texts.joinAll("b"); // → Texts.joinAll @ src/main/java/com/acme/text/Texts.java
        com.acme.other.Texts.joinAll("c"); // → Texts.joinAll @ src/main/java/com/acme/other/Texts.java
        Texts.Inner.nestedCall(); // → Texts.Inner.nestedCall
    }
}
