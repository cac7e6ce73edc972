<?php
namespace Acme\App;

use Acme\Text;
use Acme\Text\Writer;
use Acme\Far\Writer as FarWriter;
use function Acme\Far\squeeze_text;

function run(Writer $writer, FarWriter $far)
{
    squeeze_text("a"); // → squeeze_text @ src/Far/functions.php
    \Acme\Text\squeeze_text("a"); // → squeeze_text @ src/Text/functions.php
    Text\squeeze_text("b"); // → squeeze_text @ src/Text/functions.php
    $writer->writeDown(); // → Writer.writeDown @ src/Text/functions.php
    $far->writeDown(); // → Writer.writeDown @ src/Far/functions.php
    Writer::make()->writeDown(); // → Writer.make → Writer.writeDown @ src/Text/functions.php
    $new = new FarWriter(); // → Writer @ src/Far/functions.php
    $new->writeDown(); // → Writer.writeDown @ src/Far/functions.php
}
