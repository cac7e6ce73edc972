<?php
namespace Acme\Text;

function squeeze_text($text) { return $text; }

class Writer
{
    public static function make(): Writer { return new Writer(); } // → Writer
    public function writeDown() {}
}
