package com.acme.text

class Source

fun squeezeText(text: String): String = text

fun Source.gunzipAll(): Source = this

object Registry {
    fun registerAll() {}
}
