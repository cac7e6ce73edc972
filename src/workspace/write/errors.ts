// Thrown inside the write path, where the call stack has to unwind to whoever undoes; `commit` and `withLock`
// hand them out as faults.

/** The folder of a file is no longer where it was when its path was checked. */
export class SwappedFolder extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`The folder of ${path} was replaced by a link.`);
    this.path = path;
  }
}

/** A place is not as it was when the plan was checked a moment ago. */
export class FileChanged extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`Someone else changed ${path}.`);
    this.path = path;
  }
}

/** A folder of state belongs to another user, who could change what we read back. */
export class ForeignState extends Error {
  readonly path: string;
  readonly owner: number;
  constructor(path: string, owner: number) {
    super(`${path} belongs to another user (id ${owner}).`);
    this.path = path;
    this.owner = owner;
  }
}
