import { randomUuid } from "../../kernel/hash.ts";
import { sortedBy } from "../../kernel/order.ts";
import type { Repo, RepoTable } from "../store.ts";
import type { StoreFolder } from "./folder.ts";
import { namedSegments } from "./manifests.ts";
import { type RepoRow, readJobs, readRepos, writeJobs, writeRepos } from "./rows.ts";

export function repoTable(folder: StoreFolder): RepoTable {
  const write = (repos: readonly RepoRow[]) => writeRepos(folder, repos);
  return {
    list: () => folder.read(() => sortedBy(readRepos(folder), ({ name }) => name).map(repoOf)),
    find: (name) =>
      folder.read(() =>
        readRepos(folder)
          .filter((repo) => repo.name === name)
          .map(repoOf)
          .at(0),
      ),
    add: (repo, was) =>
      folder.change(() => {
        const repos = readRepos(folder);
        const known =
          repos.find(({ name }) => name === (was ?? repo.name)) ??
          repos.find(({ name }) => name === repo.name);
        const row = { id: known?.id ?? randomUuid(), ...repo, refs: [...repo.refs], polledAt: 0 };
        write([...repos.filter(({ id }) => id !== row.id), row]);
        return repoOf(row);
      }),
    remove: (name, erase) =>
      folder.change(() => {
        const repos = readRepos(folder);
        const gone = repos.find((repo) => repo.name === name);
        if (!gone) return false;
        const before = namedSegments(folder);
        write(repos.filter((repo) => repo !== gone));
        folder.files.remove(`manifests/${gone.id}`);
        for (const kind of folder.files.list("documents"))
          folder.files.remove(`documents/${kind}/${gone.id}`);
        const others = readJobs(folder).filter(({ repo }) => repo !== gone.id);
        writeJobs(folder, others);
        const after = namedSegments(folder);
        if (erase) for (const id of before) if (!after.has(id)) folder.files.remove(`segments/${id}`);
        return true;
      }),
    due: (intervalSeconds, limit) =>
      folder.change(() => {
        const now = folder.now();
        const repos = readRepos(folder);
        const due = repos
          .toSorted((a, b) => a.polledAt - b.polledAt)
          .filter(({ polledAt }) => polledAt <= now - intervalSeconds * 1000)
          .slice(0, limit);
        write(repos.map((repo) => (due.includes(repo) ? { ...repo, polledAt: now } : repo)));
        return due.map(repoOf);
      }),
  };
}

function repoOf({ id, name, source, refs }: RepoRow): Repo {
  return { id, name, source, refs };
}
