package com.acme.app

import com.acme.text.Registry
import com.acme.text.Source
import com.acme.text.gunzipAll
import com.acme.text.squeezeText
import com.acme.far.squeezeText as squeezeFar

fun run(source: Source) {
    squeezeText("a") // → squeezeText @ lib/src/commonMain/kotlin/text.kt
    squeezeFar("a") // → squeezeText @ lib/src/commonMain/kotlin/far.kt
    source.gunzipAll() // → gunzipAll
    Registry.registerAll() // → Registry.registerAll
}
