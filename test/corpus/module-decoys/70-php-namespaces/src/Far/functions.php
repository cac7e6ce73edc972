<?php
namespace Acme\Far;

function squeeze_text($text) { return $text; }

class Writer
{
    public function writeDown() {}
}
