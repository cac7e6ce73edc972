/** A program that implements a specification, and the folder with its code. The empty path is the whole workspace. */
export interface Implementation {
  readonly name: string;
  readonly location: string;
}

/** The implementations that a file belongs to: those of the nearest folder. One that is equally near to several counts for each. */
export function implementationsAt<T extends Implementation>(file: string, all: readonly T[]): readonly T[] {
  const near = all.map(({ location }) => nearness(file, location));
  const best = Math.max(...near);
  return all.filter((_, at) => near[at] === best);
}

const inside = 1000;

function nearness(file: string, location: string): number {
  const folders = location === "" ? [] : location.split("/");
  const path = file.split("/");
  const differs = folders.findIndex((folder, at) => path[at] !== folder);
  return differs < 0 ? inside + folders.length : differs;
}
