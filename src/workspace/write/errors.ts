// Thrown inside the write path, so that the stack unwinds to the code that undoes; `commit` and `withLock` turn them
// into faults.

/** The folder of a file is no longer where it was when its path was checked. */
export class SwappedFolder extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`The folder of ${path} was replaced by a link.`);
    this.path = path;
  }
}

/** A file is not what it was when the plan was verified a moment ago. */
export class FileChanged extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`Another process changed ${path}.`);
    this.path = path;
  }
}

/** A state folder belongs to another user, who could change what Hewto reads back. */
export class ForeignState extends Error {
  readonly path: string;
  readonly owner: number;
  constructor(path: string, owner: number) {
    super(`${path} belongs to another user (id ${owner}).`);
    this.path = path;
    this.owner = owner;
  }
}
