package com.acme.far

fun squeezeText(text: String): String = text
