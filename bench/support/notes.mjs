/** An explanation of each benchmark's numbers, printed above them in bench/REPORT.md: cold or warm, in process or as a command. */
export const notes = {
  lsp: "From a keystroke to the findings of that text, wall clock, the pause of 120 ms after the last keystroke included; the floor has the same pause, the peer (unified-language-server with remark and its recommended lint rules, which looks at open files only) has none. After a rest: keystrokes that come while links and states are read again.",
  noise:
    "Errors and warnings of the trace gate for each merged pull request, judged against the first parent of its merge. No evidence was added, so only texts, links and tests are judged.",
  proposals:
    "Of the requirements whose test the repository itself names: how often it is the first proposal, among three, among ten. What names it is hidden first. `tuning`: constants were chosen on it. `seen`: they were not, but its numbers were looked at while they were chosen. `held-out`: neither.",
  reports:
    "Results of real test runs that belong to one test of the sources. Ambiguous: two tests fit, so it counts for none. jest-junit names no file by default.",
  trace: "In process, CPU time, with wall-clock time in parentheses.",
  artifacts:
    "In process unless a line says otherwise; CPU time, with wall-clock time in parentheses. First: nothing read yet. Again: the same process, nothing changed.",
  "branch-switch":
    "A running server (warm) and one started after the checkout (cold), wall clock. A snippet that is not on disk is a failure.",
  client:
    "One run each, wall clock, in process: Hewto's client and a plain line splitter with JSON.parse read the same bytes.",
  field:
    "Whole processes on clones of public repositories. Verdicts compare `hewto … validate` with `openspec validate --all`; the archives start from the commit before each change was archived. An error is false where OpenSpec passes the item with --strict and the archive would lose nothing.",
  "hostile-text":
    "In process: the worst shape for each parser, 100 kB, best of up to 3 runs, compared with splitting the same text into lines.",
  index:
    'Commands, cold, better of two runs, seconds of wall clock / CPU. `hewto index` does not resolve names; `codegraph init` does, so only the line "with names" compares the same work. Queries are in process.',
  latency:
    "Milliseconds of the clock, with CPU time in parentheses. Cold: the first call of a process. Warm: the median of later ones. Parts are measured in process, whole calls in a server. The trees are generated, so that the query itself is not typical.",
  model: "In process, index and model in memory.",
  recall:
    "Call lines: 30 functions with unique names that another folder calls, compared with a search for the name and a parenthesis. The resolver was improved on the misses of these repositories, so the first table says what is known, not what to expect; nothing was tuned on the second. Declarations: share of the names found by universal-ctags that Hewto finds too; some of the missing names are not declarations.",
  research:
    "The judged edges are recorded verdicts of readers on earlier states of the resolver. Graph times are in process with facts in memory; lines that name a command are whole processes. CPU time.",
  retrieval:
    "NDCG@10, MRR and recall at 10. `tuning`: constants were chosen on these questions. `held-out`: they were not, but possibly on other questions about the same repository. `semble` is semble's published figure for the set; our runs leave out queries whose target file is not in the pinned commit.",
  skills: "In process, without Node's startup: median of 7 new processes. Refresh: nothing changed.",
  "spec-search":
    "NDCG@10. With so few questions, differences under 0.05 are not significant. Trees that are not in the benchmark data are left out.",
  specs:
    "Whole processes from start to exit. Warm: Hewto has seen the tree before. Cold: it has not, as in CI. The peer caches nothing between runs.",
  start:
    "A server over stdio compared with a hand-written JSON-RPC loop, medians. First start: before compiled code was cached. The call without work is rejected for a missing argument.",
  "swift-recall": "Share of the declarations, counted line by line, that Hewto's parser finds.",
  tui: "On a pseudo-terminal, wall clock. The first frame is the lower quartile of 12 starts with 5 specs, not the median.",
  "team --part pull":
    "Processor time of this process: an index that is built in a checkout, and the same one pulled from PostgreSQL, up to the first answer; the time of the database is not in it. Repositories are snapshots of public ones without their largest blobs. The goal counts from 10,000 chunks on.",
  "team --part releases":
    "Real trees of four releases, one after the other. The goal was set by files; large files change more often, so the bytes that differ set the floor.",
  "team --part kills":
    "Workers are killed (SIGKILL, with everything they started) 0.1 to 1.3 s after their start while they publish; then one runs to its end, and all that is published is read.",
  "team --part restarts":
    "PostgreSQL is stopped as by a power cut (`pg_ctl stop -m immediate`, with fsync off) while a worker publishes.",
  "load --seconds 600 --clients 200":
    "Server, clients and PostgreSQL share the machine. One question in twenty is asked of all repositories. Times are those of the client.",
};
