/** What the numbers of each bench are, printed above them in bench/REPORT.md: cold or warm, in process or as a command. */
export const notes = {
  artifacts:
    "In process unless a line says otherwise, CPU time with the clock's in parentheses. First: nothing read yet. Again: the same process, nothing changed.",
  "branch-switch":
    "A running server (warm) and one that starts after the checkout (cold), by the clock. A snippet that is not on disk fails the bench.",
  client:
    "One run of each, by the clock, in process: our client and a bare line splitter with JSON.parse read the same bytes.",
  "hostile-text":
    "In process: the shape that costs each reader most, 100 kB, best of up to 3 runs, next to splitting the same text into lines.",
  index:
    'Commands, cold, better of two runs, seconds by the clock / of CPU. `hewto index` does not resolve names; `codegraph init` does, so only the line "with names" compares like with like. Queries are in process.',
  model: "In process, index and model in memory.",
  recall:
    "Share of the names that universal-ctags finds which Hewto finds too. Some that are missing are not declarations.",
  research:
    "The judged edges are fixed verdicts of readers, of the resolver as it was when each read it. Graph times are in process with facts in memory; lines that name a command are whole processes. CPU time.",
  retrieval:
    "NDCG@10, MRR and recall at 10. `tuning`: constants were chosen on these questions. `held-out`: they were not; other questions over the same repository may have been. `semble` is what semble publishes for the set, not a run of ours; our runs leave out queries whose target file is not in the pinned commit.",
  skills: "In process, without the start of Node: median of 7 fresh processes. Refresh: nothing changed.",
  "spec-search":
    "NDCG@10. Few questions: differences under 0.05 mean nothing. Trees that are not in the bench data are left out.",
  specs:
    "Whole processes from start to exit. Warm: Hewto has seen the tree before. Cold: it has not, as in CI. The peer keeps nothing between runs.",
  start:
    "A server over stdio next to a hand-written JSON-RPC loop, medians. First start: before compiled code was kept. The call without work is refused for a missing argument.",
  "swift-recall": "Share of the declarations, counted by a reader of lines, that Hewto's parser finds.",
  tui: "On a pseudo-terminal, by the clock. The first frame is the lower quartile of 12 starts with 5 specs, not the median.",
};
