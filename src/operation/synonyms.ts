import { nearest } from "../kernel/nearest.ts";

/** What people and models, used to other tools, call our arguments. Written without case, dashes or underscores. */
const synonyms: Readonly<Record<string, string>> = {
  change_id: "id change name proposal",
  constraint_id: "id constraint",
  depth: "maxdepth hops levels",
  expand_query: "expand expansion",
  extensions: "ext filetypes filetype languages language lang",
  feature_description: "description feature text prompt idea",
  force: "rebuild reindex full",
  limit: "k n topk topn top max count size pagesize numresults nresults maxresults results maxhits",
  locator: "id handle artifact name path uri target specification implementation",
  name: "id symbol symbolname identifier function skill skillname class",
  path: "directory dir folder root cwd project projectpath repo repository repopath workspace codebase",
  path_filter: "glob include includes pattern filepattern files filter scope",
  query:
    "q question text search searchquery querytext querystring term terms keyword keywords pattern prompt symbol",
  slug: "heading section title",
  spec_directory: "path directory dir folder feature spec specdir",
  spec_id: "id spec name specname capability",
  synthesize: "summarize summarise summary answer" /* prose-ok: British callers */,
  task_filter: "tasks task filter",
};

/** The names that a word stands for: what it means elsewhere first, else what it looks like. */
export function meantNames(word: string, known: readonly string[]): string[] {
  const wanted = folded(word);
  const same = known.filter((name) => isSynonym(wanted, name));
  return same.length > 0 ? same : nearest(word, known);
}

function isSynonym(wanted: string, name: string): boolean {
  const key = name.replaceAll("-", "_");
  return (
    folded(name) === wanted ||
    (Object.hasOwn(synonyms, key) && (synonyms[key] ?? "").split(" ").includes(wanted))
  );
}

function folded(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}
