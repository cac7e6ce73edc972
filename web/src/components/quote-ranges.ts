/** A range of the document for each quote, by its letters and digits: the page and the source differ in the rest. */
export function rangesOf(root: HTMLElement, quotes: readonly string[]): (Range | undefined)[] {
  const { letters, places } = lettersOf(root);
  return quotes.map((quote) => {
    const wanted = onlyLetters(quote);
    const at = wanted === "" ? -1 : letters.indexOf(wanted);
    const first = places[at];
    const last = places[at + wanted.length - 1];
    if (at < 0 || first === undefined || last === undefined) return undefined;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return range;
  });
}

interface Place {
  readonly node: Text;
  readonly offset: number;
}

function lettersOf(root: HTMLElement): { letters: string; places: Place[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: Place[] = [];
  let letters = "";
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    for (let offset = 0; offset < node.data.length; offset++) {
      const unit = node.data.charAt(offset);
      if (!isLetter(unit)) continue;
      letters += unit;
      places.push({ node, offset });
    }
  }
  return { letters, places };
}

function onlyLetters(text: string): string {
  return [...text].filter(isLetter).join("");
}

const letter = /[\p{L}\p{N}\p{M}]|[\ud800-\udfff]/u;

/** Half of a pair counts too, so that places stay those of the text. */
function isLetter(char: string): boolean {
  return letter.test(char);
}

/** The heading before a node of a formatted document. */
export function headingBefore(root: HTMLElement, node: Node): string | undefined {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const before = headings.filter(
    (heading) =>
      heading.contains(node) ||
      (heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return before.at(-1)?.textContent ?? undefined;
}
