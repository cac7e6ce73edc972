/** Limits of what is read from reports. Each is reported when it is reached. */
export const limits = {
  /** Of a file whose lines are read one by one. */
  fileBytes: 200 * 1024 * 1024,
  /** Of a file that a parser reads as a whole: XML, JSON. */
  parsedBytes: 64 * 1024 * 1024,
  /** Of elements or values inside one another. */
  depth: 64,
  /** Test cases of one report. */
  cases: 2_000_000,
  /** Characters of a title, class or property. */
  titleLength: 2_000,
  /** Characters of a failure message. */
  messageLength: 500,
  /** Properties of one test case. */
  properties: 50,
} as const;
