// The word list of `npm run prose`: words and constructions that do not read like plain American English, each with
// what to write instead. `catches` and `allows` are examples; test/e2e/prose.test.ts tries them.

/** A value in a template reads as `…`; the end of a sentence is its punctuation or the end of the text. */
export const entries = [
  {
    pattern: /\b[Tt]old\b(?! to (?:stop|go|do|come|trust|wait|run|use|be|try|end|quit)\b)/,
    instead: "reported, said; “told apart” is “distinguished”; “unless told” is “default: …”",
    catches: ["the first problem is told", "all unless told", "are told apart"],
    allows: ["the first problem is reported", "until it is told to stop", "stolen"],
  },
  {
    pattern: /\b[Tt]ells\b|\btell(?:ing)? (?:more|of|nothing)\b/,
    instead: "says, shows, reports; “tells apart” is “distinguishes”; “--help tells more” is “See --help”",
    catches: ["`hewto COMMAND --help` tells more.", "the graph tells them apart", "deltas tell nothing"],
    allows: ["Hewto cannot tell which one you mean", "how to tell them apart"],
  },
  {
    pattern:
      /(?<!\b[Tt]here (?:still )?)\b(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|be|been|being) (?:no\b(?! (?:longer|more than|better|worse|fewer|less|different|larger|smaller|faster|slower|higher|lower|shorter|doubt)\b)|none\b)/,
    instead: "is not a …, are not …",
    catches: ["This is no git repository.", "bytes that are no text", "reads like a scenario and is none"],
    allows: [
      "There is no spec `x`.",
      "it is no longer there",
      "there are none",
      "is `none`",
      "is not a file",
    ],
  },
  {
    pattern: /\b[Mm]end(?:s|ed|ing)?\b/,
    instead: "fix",
    catches: ["Nothing to mend in specs.", "Mend that file"],
    allows: ["we recommend", "amend the commit"],
  },
  {
    pattern: /\b[Aa]new\b/,
    instead: "again, from scratch",
    catches: ["the plan is made anew"],
    allows: ["a new plan"],
  },
  {
    pattern: /\b[Ee]lders?\b/,
    instead: "legacy, earlier, older",
    catches: ["elder names of the tools", "2025-03-26 and its elders"],
    allows: ["older names"],
  },
  {
    // "Next to" is allowed where a verb or noun of place stands shortly before it.
    pattern:
      /(?<!\b(?:[Ll]ie|[Ll]ies|[Ll]ay|[Ss]its?|[Pp]uts?|[Pp]laced?|[Kk]eeps?|[Kk]ept|[Ss]tays?|[Cc]opie[sd]|[Cc]opy|[Ww]ritten|[Ss]how[sn]?|[Ff]iles?|[Ff]olders?|[Ll]ives?|[Rr]ight|[Dd]rawn|tests?)\b[^.;]{0,40})\b[Bb]eside\b/,
    instead: "in addition to, besides, as well as; for a place, “next to”",
    catches: ["What each room may import beside itself.", "needs nothing beside bash 3.2"],
    allows: ["the old file is kept beside it", "a test sits beside the code", "besides"],
  },
  {
    pattern: /\b[Ww]ho(?:so)?ever\b/,
    instead: "name the actor: the caller, the process, the person who …",
    catches: ["finished by whoever comes next"],
    allows: ["finished by the next process", "whatever"],
  },
  {
    pattern:
      /\b(?:[Aa]sk(?:s|ed|ing)?|[Gg]ives?|[Gg]iven|[Gg]ets?|[Hh]as|[Hh]ave|[Ww]ith|[Ww]ithout|[Bb]y) (?:for )?leave\b|\bLeave for\b/,
    instead: "permission",
    catches: ["what an acp agent asks leave for", "asks for leave", "Leave for what an agent wants to do"],
    allows: ["leave it out", "Save and leave", "the templates leave `<name>` for the writer"],
  },
  {
    pattern:
      /\b(?:takes?|got|expects?|needs?|reads?) (?:no |one |two |the |its |extra |more |further )?words\b|\b(?:first|last|further|extra|other|typed) words (?:of|behind|after|on) (?:a |the |its )?commands?\b|\bwords (?:of|behind|after|on) (?:a |the )?command\b|\blast words\b/,
    instead: "arguments; “last words” is “last output”",
    catches: [
      "hewto mcp takes no words; got extra.",
      "The words behind a command",
      "Its last words say more",
    ],
    allows: ["The query's words", "heading words of another language", "64 words of 256 characters"],
  },
  {
    pattern:
      /\b(?:colou?rs?|bold) (?:and|or) (?:other )?looks\b|\b(?:with|for|no|of|other|their|have|without|all|own|few|two|many|further) looks\b|\blooks of (?:its|their)\b|\ba look for\b/,
    instead: "styles, styling; reads, checks; “a look for” is “a scan for”",
    catches: [
      "send no colors or other looks at all",
      "costs a few looks at the disk",
      "a look for what is dangerous",
    ],
    allows: ["it looks like a spec", "a server looks for changed skills"],
  },
  {
    pattern:
      /\b[Bb]lanks\b(?! out)|\b(?:[Aa]|[Oo]ne|[Nn]o|[Tt]wo|[Ff]irst|[Nn]ext|[Ee]very|[Ee]ach|[Tt]railing|[Ll]eading) blank\b(?=[.,;:)]| (?:is|of|and|or|after|before|at|among|in)\b|$)/,
    instead: "space, spaces",
    catches: ["five or more blanks after a marker", "without a blank.", "a blank among the indentation"],
    allows: ["a blank line", "trailing blank lines", "the query is blank"],
  },
  {
    pattern: /(?<!["'`“‘])\bshall\b(?!["'`”’])/,
    instead:
      "must, should, will; “the folder that shall be the workspace” is “the folder you want as the workspace”",
    catches: ["the folder that shall be the workspace"],
    allows: ["The system SHALL keep it.", "the normative word `shall`", "shallow clones"],
  },
  {
    pattern: /\b[Mm]ay not\b/,
    instead: "cannot, must not; for a possibility, “might not”",
    catches: ["You may not read the folder"],
    allows: ["might not be there", "may notice"],
  },
  {
    pattern: /\b[Ss]hut\b(?! ?down)/,
    instead: "closed, unreadable",
    catches: ["a folder that is shut"],
    allows: ["shut down the server", "shutdown"],
  },
  {
    pattern: /\b(?:only|one|same|other|back|front|a|the) door\b/,
    instead: "entry point, way in",
    catches: ["the only door to the disk"],
    allows: ["next-door tests", "indoor"],
  },
  {
    pattern: /\bnobody's business\b|\b(?:(?<!so )that|where|which) nobody\b/,
    instead: "say it without a person: unclosed, unused, unread, unattended",
    catches: ["Unknown keys are nobody's business.", "brackets that nobody closes", "where nobody listens"],
    allows: ["nobody parses an output again", "so that nobody finds half a skill"],
  },
  {
    pattern:
      /\b(?:and|but) no more\b(?! \w+ than| than)|\b(?:is|are|was|wanted|answers? it|used|needed|of) no more\b(?! than)/,
    instead: "only, at most, no longer",
    catches: ["a server may listen, and no more.", "is wanted no more", "three times and no more"],
    allows: ["costs no more than its length", "no more than fifty a second"],
  },
  {
    pattern: /\bso that none\b/,
    instead: "so that no … / so every …",
    catches: ["so that none waits for 28 processes"],
    allows: ["none of them"],
  },
  {
    pattern: /\bat most (?:as|so) (?:many|much|long|often)\b|\bso (?:many|often|much) and no more\b/,
    instead: "at most N, up to N",
    catches: ["returns at most as many as asked for", "at most so many results"],
    allows: ["as many as fit", "at most ten"],
  },
  {
    pattern: /(?<!\bas (?:it|they) )\bstands?\b(?! (?:for|in for|alone|out|by)\b|-)/,
    instead: "is, appears, is written",
    catches: ["What stands in the scenario", "where a field stands", "the headings that it stands under"],
    allows: [
      "the id stands in for it",
      "as it stands in the file",
      "`*` stands for any name",
      "standard",
      "stand-in",
    ],
  },
  {
    pattern:
      /\b(?:lies?|lay) (?:in|beside|below|under|above|at|here|there|outside|inside|next|on|behind|between|over)\b/,
    instead: "is in, is next to",
    catches: ["the index lies in your cache folder", "grammars lie beside the bundle"],
    allows: ["it relies on git", "lay out"],
  },
  {
    pattern: /\b[Oo]utrank(?:s|ed|ing)?\b/,
    instead: "overrides, takes precedence over",
    catches: ["a file of settings that outranks the others"],
    allows: ["overrides all others", "ranked higher"],
  },
  {
    pattern:
      /, also (?:when|where|if|with|without|by|for|in|on|under|after|while)\b|\balso (?:when|where|if)\b/,
    instead: "even when, including",
    catches: ["all edits happen or none does, also when the process is killed", "found, also in worktrees"],
    allows: ["it also finds them", "see also", "with `--content` also by text"],
  },
  {
    pattern: /\b[Bb]e it\b/,
    instead: "whether it is … or …",
    catches: ["reports the end once, be it exit or a signal"],
    allows: ["whether it is exit or a signal", "cannot be iterated"],
  },
  {
    pattern: /\blet(?:s|ting)? (?:that|it|them|this) be\b(?=[.,;:)]|$)|\btakes? (?:it|them|that|this) back\b/,
    instead: "overrides; undoes (“Undo with …”)",
    catches: ["allow_open_tasks lets that be", "`hewto changes undo X` takes it back."],
    allows: ["lets it begin", "takes it from the index"],
  },
  {
    pattern: /\bmeans? nothing\b|\bLess near\b|\bpraise[sd]?\b|\bpraising\b/,
    instead: "has no effect, is not a word of …; Weaker matches; reports success",
    catches: [
      "--port means nothing over stdio",
      "Less near:",
      "All of nothing is not praise.",
      "instead of praising it",
    ],
    allows: ["--port has no effect", "appraisal"],
  },
  {
    pattern: /\b(?:the )?top of the disk\b/,
    instead: "the filesystem root",
    catches: ["the top of the disk"],
    allows: ["the top of the page"],
  },
  {
    pattern: /\b[Ss]trangers?\b(?:'s)?/,
    instead: "untrusted, someone else's, third-party",
    catches: ["a stranger's skill name"],
    allows: ["strange characters", "an untrusted skill name"],
  },
  {
    pattern:
      /\b(?:[Aa]|[Ii]ts own|[Tt]heir own|[Oo]wn|[Pp]lain|[Yy]our|[Pp]erson's) (?:yes|no)\b(?=[.,;:)]| (?:to|for|from|of|is|by|where|when|and|or|that|before|in)\b|$)/,
    instead: "approval, consent; refusal, decline",
    catches: ["a worktree's script needs its own yes", "a plain no where it cannot ask", "nothing is a no."],
    allows: ["answer yes or no", "a no-op", "a no longer needed file"],
  },
  {
    pattern: /\btests? holds? (?:that|this|it|them|both)\b/,
    instead: "a test checks this",
    catches: ["a property test holds that"],
    allows: ["the test holds the lock"],
  },
  {
    pattern: /\b(?:spelled|called|named|marked|written) so\b(?! (?:that|as|far|long|many|much)\b)/,
    instead: "spelled that way, with that name",
    catches: ["all that is spelled so"],
    allows: ["the page says so", "named so that it sorts"],
  },
  {
    pattern: /\b(?:thereof|wherein|whereupon|whereby|hitherto|henceforth|herein|whilst|amongst|nay)\b/,
    instead: "the common word",
    catches: ["the parts thereof"],
    allows: ["there of course", "where in the file"],
  },
  {
    pattern: /\bany more\b(?=[.,;:)]|$| (?:and|but|when|where|is|are)\b)/,
    instead: "no longer (or “anymore”)",
    catches: ["the index is not in .hewto any more, and the preview says so"],
    allows: ["without any more reads", "no longer"],
  },
  {
    pattern:
      /\b[a-z]*(?:[Cc]olour|[Bb]ehaviour|[Nn]eighbour|[Hh]arbour|[Ff]avour|[Hh]onour|[Ll]abour(?!er)|[Rr]ecognis|[Ss]erialis|[Nn]ormalis|[Ii]nitialis|[Oo]rganis(?!m)|[Oo]ptimis(?!ti|m)|[Cc]ustomis|[Ss]ummaris|[Mm]inimis|[Mm]aximis|[Pp]rioritis|[Ss]ynchronis|[Tt]okenis|[Aa]uthoris|[Uu]tilis|[Ff]inalis|[Ss]tandardis|[Gg]eneralis|[Ss]pecialis|[Cc]apitalis|[Qq]uantis|[Vv]isualis|[Aa]nalys(?=e\b|ed|es\b(?<!analyses)|er|ing))[a-z]*\b|\b(?:[Ll]icences?|[Cc]entred?|[Cc]atalogues?|[Gg]rey|[Ll]abell(?:ed|ing)|[Mm]odell(?:ed|ing)|[Tt]ravell(?:ed|ing)|[Ff]ulfil|[Jj]udgements?|[Aa]rtefacts?|[Ll]earnt|[Ss]pelt|[Bb]urnt|[Pp]rogrammes?|[Cc]ancelling)\b/,
    instead: "American spelling: color, behavior, neighbor, normalize, analyze, license, labeled, canceling",
    catches: ["colours", "behaviour", "normalised", "the licence", "analysed", "optimising"],
    allows: ["analysis", "cancelled", "licenses", "collaborate", "favicon", "optimistic", "honest"],
  },
  {
    // Names of documents that only their authors have.
    pattern:
      /(?<=^|["'`]|\/\/ )\s*seed: [A-Z]|\b(?:client |the |its |of a )seeds?\b(?='s|[:.,;]| (?:says|wants|demands|writes|belongs|in\b))|(?<=^|["`])(?:[KST]\d{1,2} )+(?=[a-z])|\b(?:audit|facts) [A-Z]\d+\b/,
    instead: "say the behavior, or name the public specification",
    catches: [
      "seed: K-10",
      "the tools as the seed writes them",
      "T14 the log has a header",
      "in the words of the seed.",
    ],
    allows: ["covers specman: creates-specs", "a seed draws the same edges", "T001 is done", "random seed 7"],
  },
];
