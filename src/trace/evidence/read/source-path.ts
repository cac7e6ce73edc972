const sourceName =
  /[\w)\]-]\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|rs|swift|feature|exs|dart|lua|cs|kt|java)$/;

/** Whether a text of a report (a class, a suite, a title) is the path of a source file. */
export function isSourcePath(text: string): boolean {
  return sourceName.test(text) && !/[\n<>|"]/.test(text);
}
