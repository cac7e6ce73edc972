// Generated from the operations table by `npm run gen`; edit the table, not this file.
import type { CallOptions } from "./api.ts";

export type ListSpecsInput = Record<string, never>;
export type ListSpecsOutput = {
  specs: readonly {
    id: string;
    title: string;
    purpose: string;
    /** What is wrong with the file; the spec is served all the same */
    problems?: readonly {
      rule: string;
      line: number;
      message: string;
      fix?: string;
    }[];
  }[];
  /** Where the specs are, if they cannot be read from here */
  notice?: string;
};
export type GetSpecRequirementsInput = {
  /** Spec id */
  spec_id: string;
};
export type GetSpecRequirementsOutput = {
  spec_id: string;
  title: string;
  requirements: readonly {
    name: string;
    scenario_count: number;
    source: {
      path: string;
      line: number;
    };
  }[];
  problems?: readonly {
    rule: string;
    line: number;
    message: string;
    fix?: string;
  }[];
};
export type GetScenarioInput = {
  /** Spec id */
  spec_id: string;
  /** Name of the requirement */
  requirement: string;
  /** Name of the scenario (default: the first one) */
  scenario?: string | undefined;
};
export type GetScenarioOutput = {
  spec_id: string;
  requirement: {
    name: string;
    description: string;
  };
  scenario: {
    name: string;
    given: readonly string[];
    /** All WHEN clauses, joined with " AND " */
    when: string;
    then: readonly string[];
    /** Every clause in the order of the file */
    steps: readonly {
      /** As written, in upper case */
      keyword: string;
      text: string;
      line: number;
    }[];
    /** Text of the scenario that is not a step */
    notes?: string;
  };
  source: {
    path: string;
    line: number;
  };
  /** Says so when the name fits more than one; the first is given */
  ambiguous?: string;
};
export type SearchSpecsInput = {
  /** What to look for: words, a sentence, a name or an identifier */
  query: string;
  /** Most results to give */
  limit?: number | undefined;
};
export type SearchSpecsOutput = {
  results: readonly {
    spec_id: string;
    /** Empty when the spec as a whole answers */
    requirement: string;
    scenario?: string;
    score: number;
    snippet: string;
    source: {
      path: string;
      line: number;
    };
  }[];
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
  notice?: string;
};
export type ListChangesInput = {
  /** Order of the list */
  sort?: "name" | "recent" | "progress" | undefined;
  /** The archived changes instead, newest first */
  archived?: boolean | undefined;
  /** How many archived changes */
  limit?: number | undefined;
  /** Also say which are valid and which are blocked; slower */
  review?: boolean | undefined;
};
export type ListChangesOutput = {
  changes: readonly {
    id: string;
    title: string;
    task_progress: {
      completed: number;
      total: number;
    };
    /** The first paragraph of the proposal's Why */
    why?: string;
    /** When the change was last touched */
    modified?: string;
    /** With `review`: whether it is valid */
    valid?: boolean;
    /** With `review`: changes to archive first */
    blocked_by?: readonly string[];
    archived_on?: string;
    /** Folder of an archived change */
    path?: string;
  }[];
  /** Archived changes beyond the limit */
  left_out?: number;
};
export type GetChangeInput = {
  /** Change id */
  change_id: string;
  /** Only this part of the change */
  section?: "proposal" | "tasks" | "design" | "verification" | "deltas" | undefined;
  /** Only this file of the change, as `files` lists it */
  file?: string | undefined;
  /** Only what archiving would change, as redlines, valid or not */
  diff?: boolean | undefined;
};
export type GetChangeOutput = {
  id: string;
  title?: string;
  /** proposal.md as it is */
  proposal?: string;
  tasks?: {
    markdown: string;
    completed: number;
    total: number;
    items: readonly {
      id?: string;
      text: string;
      done: boolean;
      line: number;
    }[];
  };
  /** design.md as it is, if there is one */
  design?: string;
  /** verification.md as it is, if there is one */
  verification?: string;
  /** Requirement changes by capability */
  deltas?: Record<string, {
    added: readonly {
      name: string;
      description: string;
      scenarios: readonly {
        name: string;
        given: readonly string[];
        /** All WHEN clauses, joined with " AND " */
        when: string;
        then: readonly string[];
        /** Every clause in the order of the file */
        steps: readonly {
          /** As written, in upper case */
          keyword: string;
          text: string;
          line: number;
        }[];
        /** Text of the scenario that is not a step */
        notes?: string;
      }[];
    }[];
    modified: readonly {
      name: string;
      description: string;
      scenarios: readonly {
        name: string;
        given: readonly string[];
        /** All WHEN clauses, joined with " AND " */
        when: string;
        then: readonly string[];
        /** Every clause in the order of the file */
        steps: readonly {
          /** As written, in upper case */
          keyword: string;
          text: string;
          line: number;
        }[];
        /** Text of the scenario that is not a step */
        notes?: string;
      }[];
    }[];
    removed: readonly {
      name: string;
      reason?: string;
      migration?: string;
    }[];
    renamed: readonly {
      from: string;
      to: string;
    }[];
  }>;
  /** Documents that are missing or cannot be read */
  problems?: readonly {
    rule: string;
    line: number;
    message: string;
    fix?: string;
  }[];
  /** Every file of the change, relative to its folder */
  files?: readonly string[];
  /** The file that was asked for */
  file?: {
    path: string;
    text: string;
  };
  /** With `diff`: what archiving would change, valid or not */
  redlines?: readonly {
    spec_id: string;
    requirement: string;
    operation: "added" | "modified" | "removed" | "renamed";
    from?: string;
    /** Scenarios that others added or changed since, which stay */
    kept: readonly string[];
    /** Lines: `- ` removed, `+ ` added, two spaces unchanged */
    diff: string;
    /** Where both sides changed the text: when the change was written, in the spec, in the change */
    conflict?: {
      base: string;
      spec: string;
      change: string;
    };
  }[];
  /** With `diff`: why archiving would be refused */
  refused?: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  /** Open changes that must be archived first */
  blocked_by?: readonly string[];
  /** Folder of a change that is archived */
  archived_as?: string;
};
export type ValidateSpecInput = {
  /** Id of one spec (default: all) */
  spec_id?: string | undefined;
  /** Whether warnings fail too */
  strict?: boolean | undefined;
  /** Whose rules apply where Spec Oxide and OpenSpec disagree (default: the layout's own) */
  profile?: "spox" | "openspec" | undefined;
};
export type ValidateSpecOutput = {
  valid: boolean;
  errors: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  warnings: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  /** Worth knowing; never a failure */
  notes: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  summary: string;
};
export type ValidateChangeInput = {
  /** Id of one change (default: all active changes) */
  change_id?: string | undefined;
  /** Whether warnings fail too */
  strict?: boolean | undefined;
  /** Whose rules apply where Spec Oxide and OpenSpec disagree (default: the layout's own) */
  profile?: "spox" | "openspec" | undefined;
  /** Check archived changes instead: their tasks must be done */
  archived?: boolean | undefined;
};
export type ValidateChangeOutput = {
  valid: boolean;
  errors: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  warnings: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  /** Worth knowing; never a failure */
  notes: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  summary: string;
  /** Changes that can be archived only after others */
  blocked?: readonly {
    change_id: string;
    by: readonly string[];
  }[];
};
export type ArchiveChangeInput = {
  /** Change id */
  change_id: string;
  /** More changes to archive in the same call, each by itself */
  further?: readonly string[] | undefined;
  /** Archive even if tasks are unfinished */
  allow_open_tasks?: boolean | undefined;
  /** Move the change and leave the specs as they are */
  skip_specs?: boolean | undefined;
  /** Why the specs are skipped; recorded with the change */
  reason?: string | undefined;
  /** Refuse scenarios that become live below this level; default: those without a test are warnings */
  require?: "claimed" | "passed" | "exercised" | "sensitive" | undefined;
  /** Whether to write */
  mode?: "preview" | "persist" | undefined;
};
export type ArchiveChangeOutput = {
  change_id: string;
  mode: "preview" | "persist";
  /** Whether anything was written */
  persisted: boolean;
  /** The change was archived before; nothing is left to do */
  already_archived: boolean;
  /** Folder of the archived change; empty when archiving is refused */
  archived_as: string;
  /** Why archiving this change would be refused; a preview only */
  refused?: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  /** Why this one of several was not archived */
  error?: {
    code: string;
    message: string;
  };
  specs: readonly {
    spec_id: string;
    path: string;
    action: "created" | "updated" | "deleted" | "unchanged";
  }[];
  redlines: readonly {
    spec_id: string;
    requirement: string;
    operation: "added" | "modified" | "removed" | "renamed";
    from?: string;
    /** Scenarios that others added or changed since, which stay */
    kept: readonly string[];
    /** Lines: `- ` removed, `+ ` added, two spaces unchanged */
    diff: string;
    /** Where both sides changed the text: when the change was written, in the spec, in the change */
    conflict?: {
      base: string;
      spec: string;
      change: string;
    };
  }[];
  totals: {
    added: number;
    modified: number;
    removed: number;
    renamed: number;
  };
  open_tasks: readonly {
    line: number;
    text: string;
  }[];
  /** The reason why the specs were left as they are */
  skipped_specs?: string;
  /** What could not be checked */
  notes?: readonly string[];
  /** Scenarios that become live without a test */
  untested?: readonly {
    address: string;
    name: string;
    file: string;
    line: number;
  }[];
  /** Tags that follow a renamed requirement */
  tags?: readonly {
    file: string;
    line: number;
    before: string;
    after: string;
  }[];
  /** Records that follow a renamed requirement */
  records?: readonly string[];
  /** Removed requirements that only a record still names */
  retired?: readonly string[];
  further?: readonly {
    change_id: string;
    mode: "preview" | "persist";
    /** Whether anything was written */
    persisted: boolean;
    /** The change was archived before; nothing is left to do */
    already_archived: boolean;
    /** Folder of the archived change; empty when archiving is refused */
    archived_as: string;
    /** Why archiving this change would be refused; a preview only */
    refused?: readonly {
      /** Stable name of the rule */
      rule: string;
      severity: "error" | "warning" | "note";
      /** Path relative to the workspace */
      file: string;
      /** The heading or requirement it belongs to; empty for the whole file */
      section: string;
      /** 1-based; 1 for a file that is missing */
      line: number;
      message: string;
      /** What to write instead, where that is mechanical */
      fix?: string;
    }[];
    /** Why this one of several was not archived */
    error?: {
      code: string;
      message: string;
    };
    specs: readonly {
      spec_id: string;
      path: string;
      action: "created" | "updated" | "deleted" | "unchanged";
    }[];
    redlines: readonly {
      spec_id: string;
      requirement: string;
      operation: "added" | "modified" | "removed" | "renamed";
      from?: string;
      /** Scenarios that others added or changed since, which stay */
      kept: readonly string[];
      /** Lines: `- ` removed, `+ ` added, two spaces unchanged */
      diff: string;
      /** Where both sides changed the text: when the change was written, in the spec, in the change */
      conflict?: {
        base: string;
        spec: string;
        change: string;
      };
    }[];
    totals: {
      added: number;
      modified: number;
      removed: number;
      renamed: number;
    };
    open_tasks: readonly {
      line: number;
      text: string;
    }[];
    /** The reason why the specs were left as they are */
    skipped_specs?: string;
    /** What could not be checked */
    notes?: readonly string[];
    /** Scenarios that become live without a test */
    untested?: readonly {
      address: string;
      name: string;
      file: string;
      line: number;
    }[];
    /** Tags that follow a renamed requirement */
    tags?: readonly {
      file: string;
      line: number;
      before: string;
      after: string;
    }[];
    /** Records that follow a renamed requirement */
    records?: readonly string[];
    /** Removed requirements that only a record still names */
    retired?: readonly string[];
  }[];
  /** The workspace that was or would be written */
  root: string;
  branch?: string;
};
export type ChangeStatusInput = {
  /** Id of one change (default: all active changes) */
  change_id?: string | undefined;
};
export type ChangeStatusOutput = {
  changeName?: string;
  schemaName?: string;
  planningHome?: {
    kind: "repo";
    root: string;
    changesDir: string;
    defaultSchema: string;
  };
  changeRoot?: string;
  artifactPaths?: Record<string, {
    outputPath: string;
    resolvedOutputPath: string;
    existingOutputPaths: readonly string[];
  }>;
  isPlanningComplete?: boolean;
  isComplete?: boolean;
  applyRequires?: readonly string[];
  nextSteps?: readonly string[];
  actionContext?: {
    mode: "repo-local";
    sourceOfTruth: "repo";
    planningArtifacts: readonly string[];
    linkedContext: readonly string[];
    allowedEditRoots: readonly string[];
    requiresAffectedAreaSelection: boolean;
    constraints: readonly string[];
  };
  artifacts?: readonly {
    id: string;
    outputPath: string;
    status: "done" | "skipped" | "ready" | "blocked";
    requires: readonly string[];
    missingDeps?: readonly string[];
  }[];
  /** Without an id: every active change */
  changes?: readonly ({
    changeName: string;
    schemaName: string;
    planningHome: {
      kind: "repo";
      root: string;
      changesDir: string;
      defaultSchema: string;
    };
    changeRoot: string;
    artifactPaths: Record<string, {
      outputPath: string;
      resolvedOutputPath: string;
      existingOutputPaths: readonly string[];
    }>;
    isPlanningComplete: boolean;
    isComplete: boolean;
    applyRequires: readonly string[];
    nextSteps: readonly string[];
    actionContext: {
      mode: "repo-local";
      sourceOfTruth: "repo";
      planningArtifacts: readonly string[];
      linkedContext: readonly string[];
      allowedEditRoots: readonly string[];
      requiresAffectedAreaSelection: boolean;
      constraints: readonly string[];
    };
    artifacts: readonly {
      id: string;
      outputPath: string;
      status: "done" | "skipped" | "ready" | "blocked";
      requires: readonly string[];
      missingDeps?: readonly string[];
    }[];
  } | {
    changeName: string;
    status: readonly {
      severity: "error";
      code: string;
      message: string;
    }[];
  })[];
  message?: string;
  /** What of the configuration is not used */
  warnings?: readonly string[];
  root: {
    path: string;
    source: "nearest";
  };
};
export type ChangeInstructionsInput = {
  /** proposal, specs, design, tasks or another document of the schema; apply; archive */
  artifact: string;
  /** Id of the change (default: the only active one) */
  change_id?: string | undefined;
};
export type ChangeInstructionsOutput = {
  changeName: string;
  artifactId?: string;
  schemaName?: string;
  changeDir?: string;
  planningHome?: {
    kind: "repo";
    root: string;
    changesDir: string;
    defaultSchema: string;
  };
  outputPath?: string;
  resolvedOutputPath?: string;
  existingOutputPaths?: readonly string[];
  description?: string;
  contextFiles?: Record<string, readonly string[]>;
  progress?: {
    total: number;
    complete: number;
    remaining: number;
  };
  tasks?: readonly {
    id: string;
    description: string;
    done: boolean;
    file: string;
    line: number;
  }[];
  taskTrackingConfigured?: boolean;
  unavailableTrackingFiles?: readonly {
    path: string;
    reason: string;
  }[];
  state?: "blocked" | "ready" | "all_done";
  missingArtifacts?: readonly string[];
  missingPrerequisites?: readonly string[];
  warnings?: readonly string[];
  instruction?: string;
  context?: string;
  rules?: readonly string[];
  operationGuidance?: readonly string[];
  skipped?: boolean;
  warning?: string;
  template?: string;
  dependencies?: readonly {
    id: string;
    done: boolean;
    path: string;
    description: string;
    skipped?: boolean;
  }[];
  unlocks?: readonly string[];
  references?: readonly {
    store_id: string;
    root?: string;
    specs?: readonly {
      id: string;
      summary: string;
    }[];
    fetch?: string;
    status: readonly {
      severity: "warning";
      code: string;
      message: string;
    }[];
  }[];
  root: {
    path: string;
    source: "nearest";
  };
};
export type SearchChangesInput = {
  /** Words to look for */
  query: string;
  /** Which changes */
  scope?: "all" | "active" | "archived" | undefined;
  /** Most results to give */
  limit?: number | undefined;
};
export type SearchChangesOutput = {
  results: readonly {
    change_id: string;
    title: string;
    /** Missing for an active change */
    archived_on?: string;
    score: number;
    snippet: string;
    source: {
      path: string;
      line: number;
    };
  }[];
};
export type BlameSpecInput = {
  /** Spec id */
  spec_id: string;
  /** Only this requirement, also one that was removed */
  requirement?: string | undefined;
};
export type BlameSpecOutput = {
  spec_id: string;
  requirements: readonly {
    name: string;
    /** Missing for a requirement that was removed */
    line?: number;
    /** Oldest first; empty where no archived change names it */
    history: readonly {
      /** Names an entry of `changes` */
      change_id: string;
      operation: "added" | "modified" | "removed" | "renamed";
      from?: string;
    }[];
    commit?: {
      id: string;
      date: string;
      subject: string;
    };
  }[];
  changes: readonly {
    change_id: string;
    archived_on?: string;
    path: string;
    title: string;
    why?: string;
  }[];
};
export type SpecsOverviewInput = Record<string, never>;
export type SpecsOverviewOutput = {
  specs: readonly {
    id: string;
    requirements: number;
    scenarios: number;
  }[];
  changes: readonly {
    id: string;
    title: string;
    task_progress: {
      completed: number;
      total: number;
    };
    deltas: readonly {
      spec_id: string;
      summary: string;
    }[];
  }[];
  /** Where the specs are, if they cannot be read from here */
  notice?: string;
};
export type SpecsShowInput = {
  /** Id of the spec, as `specs list` gives it */
  spec_id: string;
};
export type SpecsShowOutput = {
  id: string;
  title: string;
  purpose: string;
  path: string;
  requirements: readonly {
    name: string;
    description: string;
    scenarios: readonly {
      name: string;
      given: readonly string[];
      /** All WHEN clauses, joined with " AND " */
      when: string;
      then: readonly string[];
      /** Every clause in the order of the file */
      steps: readonly {
        /** As written, in upper case */
        keyword: string;
        text: string;
        line: number;
      }[];
      /** Text of the scenario that is not a step */
      notes?: string;
    }[];
    line: number;
  }[];
  problems?: readonly {
    rule: string;
    line: number;
    message: string;
    fix?: string;
  }[];
};
export type ChangesNewInput = {
  /** Id of the change, such as add-login */
  name: string;
  /** A spec that the change touches; may be repeated */
  capabilities?: readonly string[] | undefined;
  /** Where, if there are several layouts */
  layout?: "spox" | "openspec" | "specs" | undefined;
  /** Schema of the documents (default: the project's) */
  schema?: string | undefined;
  /** Only the folder and its metadata, no documents to fill in */
  empty?: boolean | undefined;
};
export type ChangesNewOutput = {
  id: string;
  path: string;
  files: readonly string[];
  schema?: string;
  root: string;
  branch?: string;
};
export type ChangesFixInput = {
  /** Change id */
  change_id: string;
  /** Scenarios of the spec that a MODIFIED requirement leaves out: remove or rename them by name, or repeat them */
  dropped?: "remove" | "keep" | undefined;
  /** Whether to write */
  mode?: "preview" | "persist" | undefined;
};
export type ChangesFixOutput = {
  change_id: string;
  /** Whether anything was written */
  persisted: boolean;
  repairs: readonly {
    rule: string;
    file: string;
    line: number;
    message: string;
  }[];
  files: readonly {
    path: string;
    diff: string;
  }[];
  /** Errors and warnings that need a person */
  remaining: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  notes?: readonly string[];
  root: string;
  branch?: string;
};
export type ChangesUndoInput = {
  /** Id of the archived change */
  change_id: string;
};
export type ChangesUndoOutput = {
  change_id: string;
  path: string;
  specs: readonly string[];
  /** Specs that the archive had created */
  removed: readonly string[];
  root: string;
  branch?: string;
};
export type ChangesRebaseInput = {
  /** Id of the change */
  change_id: string;
};
export type ChangesRebaseOutput = {
  change_id: string;
  requirements: number;
  path: string;
};
export type ChangesSchemasInput = {
  /** One schema (default: all) */
  name?: string | undefined;
};
export type ChangesSchemasOutput = {
  schemas: readonly {
    name: string;
    /** Where it is found first */
    from?: "project" | "user" | "built-in";
    description?: string;
    artifacts: readonly {
      id: string;
      generates: string;
      template: string;
    }[];
    /** Why it cannot be used */
    problem?: string;
  }[];
};
export type ChangesForkSchemaInput = {
  /** Name of the new schema */
  name: string;
  /** The schema to copy */
  source?: string | undefined;
};
export type ChangesForkSchemaOutput = {
  name: string;
  source: string;
  files: readonly string[];
};
export type SkillInput = {
  /** The skill name, case-insensitive, e.g. "pdf", "codex:pdf" or "plugin:pdf"; "?" to search */
  name: string;
  /** A file of the skill to read instead of its SKILL.md; "." lists its files */
  path?: string | undefined;
  /** With the name "?": words to search names and descriptions for */
  query?: string | undefined;
};
export type SkillOutput = string;
export type SkillsListInput = {
  /** Show disabled skills too */
  all?: boolean | undefined;
  /** Show only disabled skills */
  disabled?: boolean | undefined;
};
export type SkillsListOutput = {
  skills: readonly {
    id: string;
    name: string;
    description: string;
    provider: string;
    location: "project" | "user" | "plugin" | "custom";
    plugin?: {
      name: string;
      marketplace: string;
      version: string;
    };
    path: string;
    disabled: boolean;
    problems: readonly {
      rule: string;
      line: number;
      message: string;
      fix: string;
      severity: "error" | "warning";
    }[];
  }[];
  problems: readonly {
    rule: string;
    line: number;
    message: string;
    fix: string;
    severity: "error" | "warning";
    path: string;
  }[];
};
export type SkillsInfoInput = {
  /** The skill, by any form of its name */
  name: string;
  /** Show the whole text, not only the start */
  full?: boolean | undefined;
};
export type SkillsInfoOutput = {
  id: string;
  name: string;
  description: string;
  provider: string;
  location: "project" | "user" | "plugin" | "custom";
  plugin?: {
    name: string;
    marketplace: string;
    version: string;
  };
  path: string;
  disabled: boolean;
  problems: readonly {
    rule: string;
    line: number;
    message: string;
    fix: string;
    severity: "error" | "warning";
  }[];
  sha256: string;
  size: number;
  uri?: string;
  files: readonly {
    path: string;
    size: number;
    sha256: string;
  }[];
  content: string;
};
export type SkillsSearchInput = {
  /** Words to search names and descriptions for */
  query: string;
  /** Also search the text of each SKILL.md */
  content?: boolean | undefined;
  /** Maximum number of results */
  limit?: number | undefined;
};
export type SkillsSearchOutput = {
  query: string;
  results: readonly {
    id: string;
    name: string;
    description: string;
    provider: string;
    location: "project" | "user" | "plugin" | "custom";
    plugin?: {
      name: string;
      marketplace: string;
      version: string;
    };
    path: string;
    disabled: boolean;
    problems: readonly {
      rule: string;
      line: number;
      message: string;
      fix: string;
      severity: "error" | "warning";
    }[];
    score: number;
  }[];
  total: number;
};
export type SkillsValidateInput = {
  /** A skill folder, its SKILL.md, or a folder of skills; default: all installed skills */
  path?: string | undefined;
  /** Output SARIF 2.1.0, for code hosts */
  sarif?: boolean | undefined;
};
export type SkillsValidateOutput = {
  valid: boolean;
  checked: readonly string[];
  errors: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    fix: string;
  }[];
  warnings: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    fix: string;
  }[];
  /** Worth knowing; never a failure */
  notes: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    fix: string;
  }[];
  summary: string;
};
export type SkillsEnableInput = {
  /** The skills, by any form of their names */
  names?: readonly string[] | undefined;
  /** All skills that match the filters */
  all?: boolean | undefined;
  /** Replace an existing SKILL.md or .SKILL.md of the other state */
  force?: boolean | undefined;
};
export type SkillsEnableOutput = {
  mode: "enable" | "disable";
  results: readonly {
    skill: string;
    path: string;
    status: "enabled" | "disabled" | "skipped" | "failed";
    error?: string;
  }[];
  succeeded: number;
  skipped: number;
  failed: number;
};
export type SkillsDisableInput = {
  /** The skills, by any form of their names */
  names?: readonly string[] | undefined;
  /** All skills that match the filters */
  all?: boolean | undefined;
  /** Replace an existing SKILL.md or .SKILL.md of the other state */
  force?: boolean | undefined;
};
export type SkillsDisableOutput = {
  mode: "enable" | "disable";
  results: readonly {
    skill: string;
    path: string;
    status: "enabled" | "disabled" | "skipped" | "failed";
    error?: string;
  }[];
  succeeded: number;
  skipped: number;
  failed: number;
};
export type SkillsInstallInput = {
  /** A folder, an archive or a repository; optional with --frozen, which reinstalls the lock file */
  source?: string | undefined;
  /** The skills of the source to install */
  names?: readonly string[] | undefined;
  /** Install all skills of the source */
  all?: boolean | undefined;
  /** The agent to install for: agents, claude, codex, … */
  to?: string | undefined;
  /** Install in the project or in the home directory */
  scope?: "project" | "user" | undefined;
  /** Install into this folder instead */
  dir?: string | undefined;
  /** Branch, tag or commit of the repository */
  ref?: string | undefined;
  /** The folder in the source to search */
  path?: string | undefined;
  /** Replace an installed skill that differs */
  force?: boolean | undefined;
  /** Install only files that match the lock file */
  frozen?: boolean | undefined;
  /** Install even if the security scan finds something dangerous */
  accept_findings?: boolean | undefined;
  /** Show what would be installed, and write nothing */
  dry_run?: boolean | undefined;
};
export type SkillsInstallOutput = {
  destination: string;
  lock: string;
  dry_run: boolean;
  results: readonly {
    skill: string;
    path: string;
    status: "installed" | "overwritten" | "unchanged" | "skipped" | "failed";
    error?: string;
    findings: number;
  }[];
  installed: number;
  overwritten: number;
  unchanged: number;
  skipped: number;
  failed: number;
};
export type SkillsRemoveInput = {
  /** The skill, by any form of its name */
  name: string;
  /** Show what would be deleted, and delete nothing */
  dry_run?: boolean | undefined;
};
export type SkillsRemoveOutput = {
  skill: string;
  path: string;
  removed: boolean;
};
export type SkillsInstructionsInput = {
  /** The agents to write for (default: those whose file is there, else AGENTS.md) */
  agents?: readonly ("codex" | "claude" | "gemini" | "opencode")[] | undefined;
  /** The project's files or those of the home */
  scope?: "project" | "user" | undefined;
  /** Take the block out of every file that has it */
  remove?: boolean | undefined;
  /** Show what would be written, and write nothing */
  dry_run?: boolean | undefined;
};
export type SkillsInstructionsOutput = {
  scope: "project" | "user";
  dry_run: boolean;
  results: readonly {
    path: string;
    agents: readonly string[];
    status: "installed" | "updated" | "unchanged" | "removed";
  }[];
};
export type SkillsPushInput = Record<string, never>;
export type SkillsPushOutput = {
  repo: string;
  skills: number;
};
export type SkillsPublishedInput = Record<string, never>;
export type SkillsPublishedOutput = {
  repo: string;
  at: string;
  commit: string;
  skills: readonly {
    name: string;
    description: string;
    files: number;
    here: "same" | "differs" | "absent";
  }[];
};
export type SkillsVerifyInput = Record<string, never>;
export type SkillsVerifyOutput = {
  valid: boolean;
  skills: readonly {
    skill: string;
    lock: string;
    ok: boolean;
    differences: readonly {
      path: string;
      kind: "changed" | "missing" | "extra";
    }[];
  }[];
  summary: string;
};
export type SkillsDoctorInput = Record<string, never>;
export type SkillsDoctorOutput = {
  files: readonly {
    path: string;
    id?: string;
    state: "served" | "same" | "shadowed" | "filtered" | "disabled" | "invalid" | "over-budget";
    why: string;
    line?: number;
  }[];
  roots: readonly {
    path: string;
    provider: string;
    location: string;
    kind: string;
  }[];
  problems: readonly {
    rule: string;
    line: number;
    message: string;
    fix: string;
    severity: "error" | "warning";
    path: string;
  }[];
  description_length: number;
  summary: string;
};
export type IndexCodebaseInput = {
  /** Directory to index (default: the workspace) */
  path?: string | undefined;
  /** Force re-indexing even if files haven't changed */
  force?: boolean | undefined;
  /** Only report what is indexed and what has changed since */
  status?: boolean | undefined;
  /** Begin from the shared store, and fail when it has no index of this */
  pull?: boolean | undefined;
};
export type IndexCodebaseOutput = {
  path: string;
  files: {
    seen: number;
    indexed: number;
    unchanged: number;
    removed: number;
    skipped: number;
    failed: number;
  };
  /** Chunks of code and text in the index */
  chunks: number;
  /** Sections of documentation in the index */
  snippets: number;
  /** Specification files in the index */
  specs: number;
  errors: readonly {
    path: string;
    reason: string;
  }[];
  errors_left_out?: number;
  notice?: string;
  forced: boolean;
  duration_ms: number;
  /** Files that changed since they were indexed; with `status` only */
  pending?: number;
  /** The published index that it began from; with `status` only */
  base?: string;
};
export type SearchCodeInput = {
  /** Natural language search query or code pattern */
  query: string;
  /** Path to indexed codebase */
  path?: string | undefined;
  /** Most results to return */
  limit?: number | undefined;
  /** Weight for semantic search (0.0-1.0) */
  semantic_weight?: number | undefined;
  /** Filter by file extensions (comma-separated) */
  extensions?: string | undefined;
  /** Filter by path pattern (glob syntax) */
  path_filter?: string | undefined;
  /** Output format */
  format?: "toon" | "json" | "human" | undefined;
  /** Use LLM to expand query */
  expand_query?: boolean | undefined;
  /** Generate LLM summary */
  synthesize?: boolean | undefined;
  /** Other wordings or guesses at names, fused by rank */
  queries?: readonly string[] | undefined;
};
export type SearchCodeOutput = {
  query: string;
  results: readonly {
    content: string;
    /** Relative to the searched directory */
    path: string;
    start_line: number;
    end_line: number;
    relevance_percent: number;
    kind: string;
    symbols: readonly string[];
    signature?: string;
    breadcrumb?: string;
    doc_comment?: string;
    explain?: Record<string, number>;
  }[];
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
  notice?: string;
  expanded_query?: {
    original: string;
    terms: readonly string[];
    generated_by: string;
  };
  synthesis?: {
    summary: string;
    follow_ups: readonly string[];
    generated_by: string;
  };
  /** Further matches, a line each */
  weaker?: readonly string[];
};
export type SearchDocsInput = {
  /** Natural language search query */
  query: string;
  /** Path to indexed codebase */
  path?: string | undefined;
  /** Most results to return */
  limit?: number | undefined;
  /** Filter by path pattern (glob syntax) */
  path_filter?: string | undefined;
  /** Output format */
  format?: "toon" | "json" | "human" | undefined;
};
export type SearchDocsOutput = {
  query: string;
  results: readonly {
    content: string;
    /** Relative to the searched directory */
    path: string;
    start_line: number;
    end_line: number;
    relevance_percent: number;
    breadcrumb?: string;
    kind: string;
  }[];
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
  notice?: string;
};
export type CodeResearchInput = {
  /** A question in any words; names as the code has them */
  query: string;
  /** Path to indexed codebase */
  path?: string | undefined;
  /** How many hops to follow */
  depth?: number | undefined;
  /** Optional focus area */
  focus?: "architecture" | "dependencies" | "patterns" | "flow" | undefined;
  /** Most tokens to answer with, up to 8,000 */
  budget?: number | undefined;
  /** The raw graph and chains as data */
  include?: readonly ("graph")[] | undefined;
};
export type CodeResearchOutput = {
  query: string;
  depth: number;
  focus?: string;
  /** How the question was understood */
  question: {
    kind: string;
    symbols: readonly string[];
  };
  findings: readonly {
    symbol: string;
    kind: string;
    /** Where the relation is written */
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    signature?: string;
    relation: "calls" | "called_by" | "conforms" | "inherits" | "extends" | "imports" | "references";
    /** Distance from what was asked for; 0 is a direct hit of the search */
    hop: number;
    confidence: "exact" | "inferred" | "possible" | "external";
    /** Where the symbol is declared */
    declared?: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    how?: string;
    /** Further lines of the same file that say the same */
    also_at?: readonly number[];
    /** Lines of the declaration */
    range?: string;
    /** The line that `source` names */
    text?: string;
    /** The declaration before it on the way */
    via?: string;
  }[];
  overview: string;
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
  excerpts?: readonly {
    path: string;
    lines: string;
  }[];
  related?: readonly string[];
  tests?: readonly string[];
  documents?: readonly string[];
  chains?: readonly (readonly {
    symbol: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    relation?: "calls" | "called_by" | "conforms" | "inherits" | "extends" | "imports" | "references";
  }[])[];
  graph?: {
    nodes: readonly {
      id: string;
      symbol: string;
      kind: string;
      source: {
        /** Relative to the searched directory */
        path: string;
        line: number;
      };
    }[];
    edges: readonly {
      from: string;
      to: string;
      kind: "calls" | "called_by" | "conforms" | "inherits" | "extends" | "imports" | "references";
      confidence: "exact" | "inferred" | "possible" | "external";
      source: {
        /** Relative to the searched directory */
        path: string;
        line: number;
      };
      weight?: number;
    }[];
  };
  left_out?: {
    findings?: number;
    chains?: number;
    nodes?: number;
    edges?: number;
  };
  hint?: string;
};
export type FindSymbolInput = {
  /** Bare, qualified or with labels: load, Store.load, load(id:) */
  name: string;
  /** Path to indexed codebase */
  path?: string | undefined;
  /** Most results to return */
  limit?: number | undefined;
};
export type FindSymbolOutput = {
  symbols: readonly {
    symbol: string;
    kind: string;
    signature: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
  }[];
  left_out: number;
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
};
export type FindReferencesInput = {
  /** Bare, qualified or with labels: load, Store.load, load(id:) */
  name: string;
  /** Path to indexed codebase */
  path?: string | undefined;
  /** Most results to return */
  limit?: number | undefined;
};
export type FindReferencesOutput = {
  of: readonly {
    symbol: string;
    kind: string;
    signature: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
  }[];
  references: readonly {
    symbol: string;
    relation: "calls" | "called_by" | "conforms" | "inherits" | "extends" | "imports" | "references";
    how?: string;
    confidence: "exact" | "inferred" | "possible" | "external";
    /** Why it is only possible */
    why?: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    line_text: string;
  }[];
  left_out: number;
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
  /** When none was found: what was looked at, and what could not be resolved */
  notice?: string;
};
export type SymbolContextInput = {
  /** Bare, qualified or with labels: load, Store.load, load(id:) */
  name: string;
  /** Path to indexed codebase */
  path?: string | undefined;
};
export type SymbolContextOutput = {
  symbol: {
    symbol: string;
    kind: string;
    signature: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
  };
  doc?: string;
  text: string;
  callers: readonly {
    symbol: string;
    kind: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    confidence: "exact" | "inferred" | "possible" | "external";
  }[];
  callees: readonly {
    symbol: string;
    kind: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    confidence: "exact" | "inferred" | "possible" | "external";
  }[];
  supertypes: readonly {
    symbol: string;
    kind: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    confidence: "exact" | "inferred" | "possible" | "external";
  }[];
  subtypes: readonly {
    symbol: string;
    kind: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    confidence: "exact" | "inferred" | "possible" | "external";
  }[];
  tests: readonly {
    symbol: string;
    kind: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
    confidence: "exact" | "inferred" | "possible" | "external";
  }[];
  requirements: readonly string[];
  /** Further declarations of that name */
  others: readonly {
    symbol: string;
    kind: string;
    signature: string;
    source: {
      /** Relative to the searched directory */
      path: string;
      line: number;
    };
  }[];
  freshness: {
    checked_at: string;
    /** Files that differ from the index */
    changed: number;
    /** Of those, read again for this answer */
    reread: number;
    /** Of those, not read yet: matches in them are missing from this answer */
    stale: number;
  };
};
export type StoreInitInput = {
  /** Logins of the database that may read */
  readers?: readonly string[] | undefined;
  /** Logins of the database that may publish */
  workers?: readonly string[] | undefined;
  /** Logins of the database for team servers: they read, and write the audit */
  servers?: readonly string[] | undefined;
  /** Logins of the database that may read the audit */
  auditors?: readonly string[] | undefined;
  /** Logins of the database that may write grants */
  granters?: readonly string[] | undefined;
};
export type StoreInitOutput = {
  store: string;
  tenant: string;
  version: {
    before: number;
    after: number;
  };
  members: Record<string, readonly string[]>;
};
export type StoreStatusInput = Record<string, never>;
export type StoreStatusOutput = {
  store: string;
  version: number;
  /** Version of parsers and format that this Hewto reads */
  analysis: string;
  segments: number;
  files: number;
  bytes: number;
  /** Segments that a sweep will remove */
  unnamed_segments: number;
  open_jobs: number;
  dead_jobs: readonly {
    repo: string;
    ref: string;
    commit: string;
    reason: string;
  }[];
  repos: readonly {
    name: string;
    source: string;
    refs: readonly {
      ref: string;
      commit: string;
      published_at: string;
    }[];
  }[];
  repos_left_out?: number;
};
export type StoreAddInput = {
  /** Address of the repository (https or ssh), or a folder of this machine */
  source: string;
  /** Branches to index; `*` stands for anything (default: the default branch) */
  refs?: readonly string[] | undefined;
  /** Its name in the store (default: host and path of the address) */
  name?: string | undefined;
  /** Its name so far, after a move: it keeps all that is indexed */
  was?: string | undefined;
};
export type StoreAddOutput = {
  name: string;
  source: string;
  refs: readonly string[];
};
export type StoreRemoveInput = {
  /** Its name in the store */
  name: string;
  /** Delete its bytes now instead of with a later sweep */
  erase?: boolean | undefined;
};
export type StoreRemoveOutput = {
  name: string;
  erased: boolean;
};
export type StoreGrantsInput = {
  /** JSON file with `seen_at` and `grants` */
  file: string;
};
export type StoreGrantsOutput = {
  seen_at: string;
  principals: number;
};
export type StoreAuditInput = {
  /** Only calls of this subject */
  principal?: string | undefined;
  /** Only calls since this time */
  since?: string | undefined;
  /** Most lines to show */
  limit?: number | undefined;
};
export type StoreAuditOutput = {
  calls: readonly {
    at: string;
    principal: string;
    line: unknown;
  }[];
};
export type StoreGcInput = {
  /** Keep segments that no manifest names for so many days */
  days?: number | undefined;
  /** Keep manifests of other versions of Hewto for so many days */
  retention_days?: number | undefined;
};
export type StoreGcOutput = {
  store: string;
  segments: number;
  bytes: number;
  manifests: number;
};
export type StoreVerifyInput = Record<string, never>;
export type StoreVerifyOutput = {
  store: string;
  /** Segments that were read */
  segments: number;
  /** Files whose text was compared with its hash */
  files: number;
  damaged: readonly {
    segment: string;
    reason: string;
  }[];
};
export type RunWorkerInput = {
  /** End when every branch is published, instead of waiting for pushes */
  once?: boolean | undefined;
  /** Add this repository first: an address, or a folder such as `.` */
  repo?: string | undefined;
  /** Branches of that repository */
  refs?: readonly string[] | undefined;
  /** Seconds until the branches are checked again */
  interval?: number | undefined;
  /** Serve metrics for Prometheus on this port of localhost */
  metrics_port?: number | undefined;
  /** Memory for the analysis of one commit */
  memory_mb?: number | undefined;
  /** Time for the analysis of one commit */
  minutes?: number | undefined;
  /** Files of one commit */
  max_files?: number | undefined;
  /** Megabytes of one commit */
  max_mb?: number | undefined;
};
export type RunWorkerOutput = {
  store: string;
  published: number;
  superseded: number;
  /** Repositories that could not be fetched */
  unreachable: number;
  /** Tries that failed */
  failed: number;
  /** Jobs that failed too often */
  dead: number;
  files_parsed: number;
  /** Files that another branch, fork or commit had already */
  files_known: number;
};
export type WorkspaceInfoInput = Record<string, never>;
export type WorkspaceInfoOutput = {
  root: string;
  dot_specman: string;
  branch: string | null;
  layout: {
    specifications: string;
    implementations: string;
    scratch_pads: string;
  };
  counts: {
    specifications: number;
    implementations: number;
    scratch_pads: number;
  };
  /** How handles map to documents. */
  handles: string;
};
export type ListSpecificationsInput = Record<string, never>;
export type ListSpecificationsOutput = {
  artifacts: readonly {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
  }[];
};
export type DescribeSpecificationInput = {
  /** The specification: spec://NAME, its name, or its path */
  locator: string;
};
export type DescribeSpecificationOutput = {
  artifact: {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
    front_matter: unknown;
    headings: readonly {
      slug: string;
      title: string;
      level: number;
      line: number;
    }[];
    constraints: readonly {
      constraint_id: string;
      line: number;
    }[];
    /** Progress in the tasks.md of a scratch pad. */
    tasks?: {
      path: string;
      completed: number;
      total: number;
    };
  };
};
export type ListImplementationsInput = Record<string, never>;
export type ListImplementationsOutput = {
  artifacts: readonly {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
  }[];
};
export type DescribeImplementationInput = {
  /** The implementation: impl://NAME, its name, or its path */
  locator: string;
};
export type DescribeImplementationOutput = {
  artifact: {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
    front_matter: unknown;
    headings: readonly {
      slug: string;
      title: string;
      level: number;
      line: number;
    }[];
    constraints: readonly {
      constraint_id: string;
      line: number;
    }[];
    /** Progress in the tasks.md of a scratch pad. */
    tasks?: {
      path: string;
      completed: number;
      total: number;
    };
  };
};
export type ListScratchPadsInput = Record<string, never>;
export type ListScratchPadsOutput = {
  artifacts: readonly {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
  }[];
};
export type DescribeScratchPadInput = {
  /** The scratch pad: scratch://NAME, its name, or its path */
  locator: string;
};
export type DescribeScratchPadOutput = {
  artifact: {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
    front_matter: unknown;
    headings: readonly {
      slug: string;
      title: string;
      level: number;
      line: number;
    }[];
    constraints: readonly {
      constraint_id: string;
      line: number;
    }[];
    /** Progress in the tasks.md of a scratch pad. */
    tasks?: {
      path: string;
      completed: number;
      total: number;
    };
  };
};
export type DependencyTreeInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
  /** Which part the text shows; the data always contains both */
  view?: "complete" | "upstream" | "downstream" | undefined;
};
export type DependencyTreeOutput = {
  root: {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle?: string;
    path?: string;
    version: string | null;
    metadata: Record<string, string>;
    resolved_path?: string;
    resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
  };
  upstream: readonly {
    from: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    to: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    relation: "Upstream" | "Downstream";
    optional: boolean;
  }[];
  downstream: readonly {
    from: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    to: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    relation: "Upstream" | "Downstream";
    optional: boolean;
  }[];
  aggregate: readonly {
    from: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    to: {
      id: {
        kind: "Specification" | "Implementation" | "ScratchPad";
        name: string;
      };
      handle?: string;
      path?: string;
      version: string | null;
      metadata: Record<string, string>;
      resolved_path?: string;
      resolution?: "Strict" | "BestMatchFile" | "BestMatchUrl";
    };
    relation: "Upstream" | "Downstream";
    optional: boolean;
  }[];
  tree: {
    upstream: {
      label: string;
      handle?: string;
      path?: string;
      optional: boolean;
      status?: string;
      repeated?: boolean;
      cut?: boolean;
      children: readonly unknown[];
    };
    downstream: {
      label: string;
      handle?: string;
      path?: string;
      optional: boolean;
      status?: string;
      repeated?: boolean;
      cut?: boolean;
      children: readonly unknown[];
    };
  };
  errors: readonly {
    code: string;
    message: string;
    from: string;
    ref: string;
    path: string;
    line: number;
    data_model_heading?: string;
    constraint_group?: string;
    ops?: readonly unknown[];
  }[];
};
export type ValidateReferencesInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
  /** Also check the Markdown documents that it links to, up to 64 */
  transitive?: boolean | undefined;
  /** Request HTTPS links to check that the pages exist */
  http?: boolean | undefined;
};
export type ValidateReferencesOutput = {
  status: "Success" | "Failure";
  /** How many links were checked. */
  references: number;
  errors: readonly {
    kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
    severity: "Error" | "Diagnostic";
    message: string;
    source: {
      document: string;
      line: number;
      column: number;
    };
    destination: string;
  }[];
  /** Inconclusive checks, for example when a server is down. */
  diagnostics: readonly {
    kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
    severity: "Error" | "Diagnostic";
    message: string;
    source: {
      document: string;
      line: number;
      column: number;
    };
    destination: string;
  }[];
  processed_documents: readonly string[];
};
export type ResolveTemplateInput = {
  /** The kind of artifact */
  kind: "specification" | "implementation" | "scratch_pad";
  /** For scratch pads: the work type */
  work_type?: "draft" | "revision" | "feat" | "ref" | "fix" | undefined;
};
export type ResolveTemplateOutput = {
  scenario: string;
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  /** The tokens in the template's body. */
  tokens: readonly string[];
  search_order: readonly string[];
  body: string;
};
export type SetTemplatePointerInput = {
  /** The kind of artifact */
  kind: "specification" | "implementation" | "scratch_pad";
  /** A Markdown file inside the workspace, or an https URL */
  locator: string;
};
export type SetTemplatePointerOutput = {
  kind: "specification" | "implementation" | "scratch_pad";
  pointer: string;
  locator: string;
  action: "set" | "unchanged" | "removed";
  effective: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  search_order: readonly string[];
  /** Cached copies that were removed. */
  purged: readonly string[];
};
export type RemoveTemplatePointerInput = {
  /** The kind of artifact */
  kind: "specification" | "implementation" | "scratch_pad";
};
export type RemoveTemplatePointerOutput = {
  kind: "specification" | "implementation" | "scratch_pad";
  pointer: string;
  locator: string;
  action: "set" | "unchanged" | "removed";
  effective: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  search_order: readonly string[];
  /** Cached copies that were removed. */
  purged: readonly string[];
};
export type DescribeCapabilitiesInput = {
  /** Whether to include the JSON Schemas of inputs and outputs */
  schemas?: boolean | undefined;
};
export type DescribeCapabilitiesOutput = {
  core_versions: string;
  version: string;
  /** Versions of MCP that this server negotiates. */
  protocol_versions: readonly string[];
  capabilities: readonly {
    id: string;
    concept_ref: string;
    core_versions: string;
    version: string;
    tool: string;
    input_schema?: unknown;
    output_schema?: unknown;
    type?: "extension";
    owner?: string;
    also?: readonly string[];
    side_effects: readonly string[];
  }[];
};
export type CreateArtifactInput = {
  /** The kind of artifact */
  kind: "specification" | "implementation" | "scratch_pad";
  /** Up to four lowercase words joined by hyphens; no verbs except for scratch pads; the name of an implementation includes its technology */
  name: string;
  /** A title for people */
  title?: string | undefined;
  /** One paragraph about it */
  description?: string | undefined;
  /** A semantic version (default: 1.0.0) */
  version?: string | undefined;
  /** Keywords */
  tags?: readonly string[] | undefined;
  /** What it depends on: specifications for a specification, scratch pads for a scratch pad */
  dependencies?: readonly {
    /** Handle, path or https URL */
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** For a specification: false when it is used without an implementation */
  requires_implementation?: boolean | undefined;
  /** For an implementation: its specification. For a scratch pad: the specification or implementation that the work is on */
  target?: string | undefined;
  /** For an implementation: the folder of its code, inside the workspace */
  location?: string | undefined;
  /** For an implementation: further specifications it implements and implementations it uses */
  references?: readonly {
    /** Handle, path or https URL */
    ref: string;
    type?: "implementation" | "specification" | undefined;
    optional?: boolean | undefined;
  }[] | undefined;
  /** For a scratch pad: an object with exactly one key: {"draft": {}}, {"revision": {"revised_headings": ["#slug"]}}, {"feat": {}}, {"ref": {"refactored_headings": []}} or {"fix": {"fixed_headings": []}} */
  work_type?: {
    draft?: Record<string, unknown> | undefined;
    revision?: {
      revised_headings?: readonly string[] | undefined;
    } | undefined;
    feat?: Record<string, unknown> | undefined;
    ref?: {
      refactored_headings?: readonly string[] | undefined;
    } | undefined;
    fix?: {
      fixed_headings?: readonly string[] | undefined;
    } | undefined;
  } | undefined;
  /** For a scratch pad: {target_name}/{work_type}/{name}; set by default in a git repository */
  branch?: string | undefined;
  /** Values for the tokens that the effective template declares */
  substitutions?: Record<string, string> | undefined;
  /** persist writes to disk; preview only shows what would be written */
  mode?: "persist" | "preview" | undefined;
};
export type CreateArtifactOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type DeleteArtifactInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
  /** persist writes to disk; preview only shows what would be written */
  mode?: "persist" | "preview" | undefined;
  /** Delete it even if other artifacts depend on it */
  force?: boolean | undefined;
};
export type DeleteArtifactOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  persisted: boolean;
  forced: boolean;
  dependents: readonly string[];
  removed_path: string;
  mutations: readonly {
    action: "delete";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type ListHeadingsInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
  /** Also return the relations between headings, constraint groups and files */
  relations?: boolean | undefined;
};
export type ListHeadingsOutput = {
  path: string;
  headings: readonly {
    slug: string;
    title: string;
    level: number;
    line: number;
    end_line: number;
    role?: "concept" | "entity";
    parent?: string;
    constraints: readonly string[];
  }[];
  relations?: readonly {
    kind: "HeadingToArtifact" | "HeadingToHeading" | "HeadingToFile" | "ConstraintToHeading" | "ParentToChild";
    from: string;
    to: string;
    line: number;
  }[];
  /** Broken links. */
  invalid?: readonly {
    from: string;
    destination: string;
    reason: string;
    line: number;
  }[];
};
export type RenderHeadingInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
  /** The heading's slug, such as concept-prompt-catalog */
  slug: string;
};
export type RenderHeadingOutput = {
  markdown: string;
  /** The source of each part. */
  parts: readonly {
    path: string;
    slug: string;
    title: string;
    line: number;
    end_line: number;
    depth: number;
  }[];
  /** Links below a depth of 50, which were not followed. */
  cut: readonly string[];
};
export type ListConstraintsInput = {
  /** The specification: spec://NAME, its name, or its path */
  locator: string;
};
export type ListConstraintsOutput = {
  artifact: string;
  constraints: readonly {
    constraint_id: string;
    identifier_line: string;
    uri: string;
    path: string;
    line: number;
  }[];
};
export type GetConstraintInput = {
  /** The specification: spec://NAME, its name, or its path */
  locator: string;
  /** The text between ! and : of the identifier line; case matters */
  constraint_id: string;
  /** Also return the owning heading with everything it links to */
  context?: boolean | undefined;
};
export type GetConstraintOutput = {
  artifact: string;
  constraint_id: string;
  identifier_line: string;
  markdown: string;
  path: string;
  line: number;
  end_line: number;
  /** The slug of the owning heading. */
  heading: string | null;
  context?: string;
  parts?: readonly {
    path: string;
    slug: string;
    title: string;
    line: number;
    end_line: number;
    depth: number;
  }[];
};
export type UpdateArtifactInput = {
  /** The artifact: a handle, its name or its path; an https URL in preview only */
  locator: string;
  /** The changes, at least one op */
  ops: readonly {
    /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
    op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
    /** For set_name: the name, equal to the artifact's folder. */
    name?: string | undefined;
    /** For set_title: a title for people. */
    title?: string | undefined;
    /** For set_description: one paragraph. */
    description?: string | undefined;
    /** For set_version: a semantic version such as 1.2.0. */
    version?: string | undefined;
    /** For add_tag and remove_tag. */
    tag?: string | undefined;
    /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
    ref?: string | undefined;
    /** For add_reference: implementation or specification. */
    type?: string | undefined;
    /** For add_dependency and add_reference: whether it may be missing. */
    optional?: boolean | undefined;
    /** For set_requires_implementation. */
    requires?: boolean | undefined;
    /** For set_location: the folder of the code, inside the workspace. */
    location?: string | undefined;
    /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
    branch?: string | undefined;
    /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
    work_type?: Record<string, unknown> | undefined;
    /** For set_target, which is always refused. */
    target?: string | undefined;
    /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
    language?: string | undefined;
  }[];
  /** persist writes to disk; preview only shows what would be written */
  mode?: "persist" | "preview" | undefined;
};
export type UpdateArtifactOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type ScanValidationTagsInput = {
  /** The implementation: impl://NAME (with or without /compliance), its name, or its path */
  locator: string;
};
export type ScanValidationTagsOutput = {
  implementation: string;
  scan_root: string;
  files_scanned: number;
  files_skipped: number;
  tags: readonly {
    identifier: string;
    tag_type: "Test" | "Check" | "Manual";
    location: {
      /** Relative to scan_root. */
      file_path: string;
      line_number: number;
      /** Relative to the workspace root. */
      path: string;
    };
    specification?: string;
  }[];
  malformed: readonly {
    text: string;
    reason: string;
    path: string;
    line: number;
  }[];
};
export type ComplianceReportInput = {
  /** The implementation: impl://NAME (with or without /compliance), its name, or its path */
  locator: string;
};
export type ComplianceReportOutput = {
  specification: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  implementation: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  /** Covered constraint groups with their tags. */
  coverage: Record<string, readonly {
    identifier: string;
    tag_type: "Test" | "Check" | "Manual";
    location: {
      /** Relative to scan_root. */
      file_path: string;
      line_number: number;
      /** Relative to the workspace root. */
      path: string;
    };
    specification?: string;
  }[]>;
  /** Constraint groups without any tag. */
  missing: readonly string[];
  /** Tags that match no constraint group of these specifications. */
  orphans: readonly {
    identifier: string;
    tag_type: "Test" | "Check" | "Manual";
    location: {
      /** Relative to scan_root. */
      file_path: string;
      line_number: number;
      /** Relative to the workspace root. */
      path: string;
    };
    specification?: string;
  }[];
  scan_root: string;
  summary: {
    total: number;
    covered: number;
    missing: number;
    missing_required: number;
    percent: number;
    by_type: Record<string, number>;
    files_scanned: number;
    files_skipped: number;
  };
  constraints: readonly {
    spec: string;
    constraint_id: string;
    uri: string;
    path: string;
    line: number;
    /** Reached only through optional dependencies. */
    optional: boolean;
    level?: "MUST" | "SHOULD" | "MAY";
    tags: readonly {
      identifier: string;
      tag_type: "Test" | "Check" | "Manual";
      location: {
        /** Relative to scan_root. */
        file_path: string;
        line_number: number;
        /** Relative to the workspace root. */
        path: string;
      };
      specification?: string;
    }[];
  }[];
  malformed: readonly {
    text: string;
    reason: string;
    location: {
      /** Relative to scan_root. */
      file_path: string;
      line_number: number;
      /** Relative to the workspace root. */
      path: string;
    };
  }[];
  specifications: readonly {
    name: string;
    path: string;
    optional: boolean;
  }[];
  /** Dependencies that could not be read. */
  not_read: readonly string[];
};
export type WorkspaceStatusInput = {
  /** Check front matter, headings, constraint lines and layout */
  structure?: boolean | undefined;
  /** Check links */
  references?: boolean | undefined;
  /** Look for dependency cycles */
  cycles?: boolean | undefined;
  /** Scan the code of implementations for validation tags */
  compliance?: boolean | undefined;
  /** Include scratch pads */
  scratchpads?: boolean | undefined;
  /** Request HTTPS links to check that the pages exist */
  http?: boolean | undefined;
};
export type WorkspaceStatusOutput = {
  /** Covers specifications and implementations, not scratch pads. */
  global_status: "Pass" | "Fail";
  spec_impl_status: "Pass" | "Fail";
  scratchpad_status: "Pass" | "Fail";
  artifact_count: number;
  /** By handle. */
  artifacts: Record<string, {
    ok: boolean;
    name: string;
    path: string;
    structure_errors: readonly {
      severity: "error" | "warning";
      rule: string;
      message: string;
      remedy: string;
      path: string;
      line: number;
      data_model_heading: string;
      constraint_group?: string;
      /** An op list that fixes it, ready for an update. */
      ops?: readonly {
        /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
        op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
        /** For set_name: the name, equal to the artifact's folder. */
        name?: string;
        /** For set_title: a title for people. */
        title?: string;
        /** For set_description: one paragraph. */
        description?: string;
        /** For set_version: a semantic version such as 1.2.0. */
        version?: string;
        /** For add_tag and remove_tag. */
        tag?: string;
        /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
        ref?: string;
        /** For add_reference: implementation or specification. */
        type?: string;
        /** For add_dependency and add_reference: whether it may be missing. */
        optional?: boolean;
        /** For set_requires_implementation. */
        requires?: boolean;
        /** For set_location: the folder of the code, inside the workspace. */
        location?: string;
        /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
        branch?: string;
        /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
        work_type?: unknown;
        /** For set_target, which is always refused. */
        target?: string;
        /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
        language?: string;
      }[];
    }[];
    reference_errors: readonly {
      kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
      severity: "Error" | "Diagnostic";
      message: string;
      source: {
        document: string;
        line: number;
        column: number;
      };
      destination: string;
    }[];
    compliance_missing: readonly string[];
    compliance_orphans: readonly {
      identifier: string;
      tag_type: "Test" | "Check" | "Manual";
      location: {
        /** Relative to scan_root. */
        file_path: string;
        line_number: number;
        /** Relative to the workspace root. */
        path: string;
      };
      specification?: string;
    }[];
    compliance_scan_root?: string;
    /** Why the code could not be scanned, unless a structure error says so. */
    compliance_problem?: string;
    warnings: readonly {
      severity: "error" | "warning";
      rule: string;
      message: string;
      remedy: string;
      path: string;
      line: number;
      data_model_heading: string;
      constraint_group?: string;
      /** An op list that fixes it, ready for an update. */
      ops?: readonly {
        /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
        op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
        /** For set_name: the name, equal to the artifact's folder. */
        name?: string;
        /** For set_title: a title for people. */
        title?: string;
        /** For set_description: one paragraph. */
        description?: string;
        /** For set_version: a semantic version such as 1.2.0. */
        version?: string;
        /** For add_tag and remove_tag. */
        tag?: string;
        /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
        ref?: string;
        /** For add_reference: implementation or specification. */
        type?: string;
        /** For add_dependency and add_reference: whether it may be missing. */
        optional?: boolean;
        /** For set_requires_implementation. */
        requires?: boolean;
        /** For set_location: the folder of the code, inside the workspace. */
        location?: string;
        /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
        branch?: string;
        /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
        work_type?: unknown;
        /** For set_target, which is always refused. */
        target?: string;
        /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
        language?: string;
      }[];
    }[];
    diagnostics: readonly {
      kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
      severity: "Error" | "Diagnostic";
      message: string;
      source: {
        document: string;
        line: number;
        column: number;
      };
      destination: string;
    }[];
    open_directives: readonly {
      line: number;
      text: string;
    }[];
  }>;
  cycle_errors: readonly {
    cycle: readonly string[];
    message: string;
    data_model_heading: string;
    constraint_group?: string;
  }[];
  /** Problems that do not belong to a single artifact. */
  structure_errors: readonly {
    severity: "error" | "warning";
    rule: string;
    message: string;
    remedy: string;
    path: string;
    line: number;
    data_model_heading: string;
    constraint_group?: string;
    /** An op list that fixes it, ready for an update. */
    ops?: readonly {
      /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
      op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
      /** For set_name: the name, equal to the artifact's folder. */
      name?: string;
      /** For set_title: a title for people. */
      title?: string;
      /** For set_description: one paragraph. */
      description?: string;
      /** For set_version: a semantic version such as 1.2.0. */
      version?: string;
      /** For add_tag and remove_tag. */
      tag?: string;
      /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
      ref?: string;
      /** For add_reference: implementation or specification. */
      type?: string;
      /** For add_dependency and add_reference: whether it may be missing. */
      optional?: boolean;
      /** For set_requires_implementation. */
      requires?: boolean;
      /** For set_location: the folder of the code, inside the workspace. */
      location?: string;
      /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
      branch?: string;
      /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
      work_type?: unknown;
      /** For set_target, which is always refused. */
      target?: string;
      /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
      language?: string;
    }[];
  }[];
};
export type ListAuthoringPromptsInput = Record<string, never>;
export type ListAuthoringPromptsOutput = {
  prompts: readonly {
    name: string;
    title: string;
    description: string;
    artifact_class: "specification" | "implementation" | "scratch_pad";
    work_type?: "draft" | "revision" | "feat" | "ref" | "fix";
    argument?: {
      name: string;
      description: string;
    };
  }[];
};
export type GetAuthoringPromptInput = {
  /** The prompt, such as spec, impl, feat, migration or compliance */
  name: string;
  /** The artifact: a handle, a name or a path; not needed for spec */
  target?: string | undefined;
};
export type GetAuthoringPromptOutput = {
  name: string;
  description: string;
  artifact_class: "specification" | "implementation" | "scratch_pad";
  work_type?: "draft" | "revision" | "feat" | "ref" | "fix";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  dependencies: readonly {
    handle: string;
    path: string;
  }[];
  text: string;
};
export type ListArtifactsInput = {
  /** Only this kind */
  kind?: "specification" | "implementation" | "scratch_pad" | undefined;
};
export type ListArtifactsOutput = {
  artifacts: readonly {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
  }[];
};
export type DescribeArtifactInput = {
  /** The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace */
  locator: string;
};
export type DescribeArtifactOutput = {
  artifact: {
    handle: string;
    kind: "specification" | "implementation" | "scratch_pad";
    name: string;
    title?: string;
    version?: string;
    path: string;
    /** What is wrong with it. */
    problems?: readonly string[];
    front_matter: unknown;
    headings: readonly {
      slug: string;
      title: string;
      level: number;
      line: number;
    }[];
    constraints: readonly {
      constraint_id: string;
      line: number;
    }[];
    /** Progress in the tasks.md of a scratch pad. */
    tasks?: {
      path: string;
      completed: number;
      total: number;
    };
  };
};
export type InitInput = {
  /** The absolute path of the folder */
  path?: string | undefined;
  /** Only show what would be created */
  dry_run?: boolean | undefined;
};
export type InitOutput = {
  root: string;
  dot_specman: string;
  created: boolean;
  dry_run: boolean;
  paths: readonly string[];
};
export type TraceInput = {
  /** A requirement, scenario or statement; default: all */
  address?: string | undefined;
  /** Only leaves in these states */
  state?: readonly ("failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired")[] | undefined;
  /** Only this spec, feature or specification, with all its leaves */
  spec?: string | undefined;
  /** Also the counts of each spec */
  by_spec?: boolean | undefined;
  /** Compare with the commit where the branch left this revision, and show what the branch touches */
  changed_since?: string | undefined;
};
export type TraceOutput = {
  formats: readonly {
    format: string;
    requirements: number;
    leaves: number;
    /** How many leaves are in each state */
    states: Record<string, number>;
    /** Leaves that only comments in code claim */
    checks: number;
    /** Success criteria, which need a result by hand */
    outcomes: number;
    changes?: {
      count: number;
      added: number;
      modified: number;
    };
    specs: readonly {
      spec: string;
      requirements: readonly {
        address: string;
        kind: "requirement" | "scenario" | "group" | "statement" | "story" | "fr" | "outcome";
        name: string;
        /** The worst state of its parts */
        state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
        leaves: readonly {
          address: string;
          kind: "requirement" | "scenario" | "group" | "statement" | "story" | "fr" | "outcome";
          name: string;
          state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
          reason: string;
          text: string;
          /** Of a suspect one: the text at the base */
          before?: string;
          revision: string;
          level?: string;
          file: string;
          line: number;
          tests: readonly {
            /** `file#suite > title` */
            test: string;
            file: string;
            line: number;
            /** What links it */
            source: "tag" | "title-id" | "report" | "title" | "record";
            /** False for a link that is only possible */
            counts: boolean;
            /** The newest result */
            status?: string;
            /** Whether the result is of the sources as they are now */
            fresh?: boolean;
          }[];
          code: readonly {
            file: string;
            line: number;
            symbol?: string;
            role: "check" | "implements" | "manual";
          }[];
          /** Of a requirement that several programs implement: the state for each */
          implementations?: readonly {
            name: string;
            state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
            reason: string;
          }[];
          /** What a waiver or a manual result says */
          note?: string;
          questions?: readonly string[];
        }[];
      }[];
    }[];
  }[];
  by_spec?: readonly {
    format: string;
    spec: string;
    file: string;
    requirements: number;
    /** How many leaves are in each state */
    states: Record<string, number>;
  }[];
  /** The leaves of the address that was asked for */
  leaf?: readonly {
    address: string;
    kind: "requirement" | "scenario" | "group" | "statement" | "story" | "fr" | "outcome";
    name: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    reason: string;
    text: string;
    /** Of a suspect one: the text at the base */
    before?: string;
    revision: string;
    level?: string;
    file: string;
    line: number;
    tests: readonly {
      /** `file#suite > title` */
      test: string;
      file: string;
      line: number;
      /** What links it */
      source: "tag" | "title-id" | "report" | "title" | "record";
      /** False for a link that is only possible */
      counts: boolean;
      /** The newest result */
      status?: string;
      /** Whether the result is of the sources as they are now */
      fresh?: boolean;
    }[];
    code: readonly {
      file: string;
      line: number;
      symbol?: string;
      role: "check" | "implements" | "manual";
    }[];
    /** Of a requirement that several programs implement: the state for each */
    implementations?: readonly {
      name: string;
      state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
      reason: string;
    }[];
    /** What a waiver or a manual result says */
    note?: string;
    questions?: readonly string[];
  }[];
  /** Leaves that are neither planned nor retired */
  live: number;
  /** Of those, verified; absent without any evidence */
  verified?: number;
  require: string;
  evidence: {
    reports: number;
    results: number;
    matched: number;
    ambiguous: number;
  };
  findings: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section?: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  notes: readonly string[];
};
export type TraceGapsInput = {
  /** Only these states */
  state?: readonly ("failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired")[] | undefined;
  /** Only this spec, feature or artifact */
  spec?: string | undefined;
  /** Only what the branch touches since it left this git revision */
  touched_since?: string | undefined;
  /** Most gaps to list */
  limit?: number | undefined;
};
export type TraceGapsOutput = {
  gaps: readonly {
    address: string;
    kind: "requirement" | "scenario" | "group" | "statement" | "story" | "fr" | "outcome";
    name: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    reason: string;
    text: string;
    /** Of a suspect one: the text at the base */
    before?: string;
    revision: string;
    level?: string;
    file: string;
    line: number;
    tests: readonly {
      /** `file#suite > title` */
      test: string;
      file: string;
      line: number;
      /** What links it */
      source: "tag" | "title-id" | "report" | "title" | "record";
      /** False for a link that is only possible */
      counts: boolean;
      /** The newest result */
      status?: string;
      /** Whether the result is of the sources as they are now */
      fresh?: boolean;
    }[];
    code: readonly {
      file: string;
      line: number;
      symbol?: string;
      role: "check" | "implements" | "manual";
    }[];
    /** Of a requirement that several programs implement: the state for each */
    implementations?: readonly {
      name: string;
      state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
      reason: string;
    }[];
    /** What a waiver or a manual result says */
    note?: string;
    questions?: readonly string[];
    /** What to do about it */
    next: string;
  }[];
  left_out: number;
  live: number;
  require: string;
};
export type TraceRequirementInput = {
  /** A requirement, scenario or statement: booking/reserve-a-place#full */
  address: string;
};
export type TraceRequirementOutput = {
  address: string;
  name: string;
  leaves: readonly {
    address: string;
    kind: "requirement" | "scenario" | "group" | "statement" | "story" | "fr" | "outcome";
    name: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    reason: string;
    text: string;
    /** Of a suspect one: the text at the base */
    before?: string;
    revision: string;
    level?: string;
    file: string;
    line: number;
    tests: readonly {
      /** `file#suite > title` */
      test: string;
      file: string;
      line: number;
      /** What links it */
      source: "tag" | "title-id" | "report" | "title" | "record";
      /** False for a link that is only possible */
      counts: boolean;
      /** The newest result */
      status?: string;
      /** Whether the result is of the sources as they are now */
      fresh?: boolean;
    }[];
    code: readonly {
      file: string;
      line: number;
      symbol?: string;
      role: "check" | "implements" | "manual";
    }[];
    /** Of a requirement that several programs implement: the state for each */
    implementations?: readonly {
      name: string;
      state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
      reason: string;
    }[];
    /** What a waiver or a manual result says */
    note?: string;
    questions?: readonly string[];
  }[];
};
export type TraceImpactInput = {
  /** What the branch changed since it left this git revision; default: HEAD */
  changed_since?: string | undefined;
  /** Functions, methods or types instead of a diff */
  symbols?: readonly string[] | undefined;
  /** Files instead of a diff */
  files?: readonly string[] | undefined;
  /** Most requirements to list */
  limit?: number | undefined;
};
export type TraceImpactOutput = {
  requirements: readonly {
    address: string;
    name: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    /** What connects it: its text, record or test changed, its test executed or reaches the code */
    path: "text" | "record" | "test" | "executed" | "exact" | "inferred" | "possible";
    /** The test or the document */
    via: string;
  }[];
  left_out: number;
  tests: readonly {
    test: string;
    file: string;
    line: number;
  }[];
  /** How to run these tests */
  commands: readonly string[];
  /** Why all tests should run */
  run_all?: string;
  /** Declarations or files that changed */
  changed: readonly string[];
};
export type TraceExportInput = {
  /** html: one page without scripts; csv: a row per test; json; manifest: trace manifest, version 4 */
  format?: "html" | "csv" | "json" | "manifest" | undefined;
};
export type TraceExportOutput = {
  format: "html" | "csv" | "json" | "manifest";
  content: string;
  leaves: number;
};
export type SuggestLinksInput = {
  /** A requirement, scenario or statement; default: all without a test */
  address?: string | undefined;
  /** Also those whose text the branch did not change */
  all?: boolean | undefined;
  /** The revision that the branch left; default: HEAD */
  changed_since?: string | undefined;
  /** Most leaves to answer for */
  limit?: number | undefined;
};
export type SuggestLinksOutput = {
  suggestions: readonly {
    address: string;
    name: string;
    text: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    file: string;
    line: number;
    proposals: readonly {
      /** Id of the test, for confirm_links */
      test: string;
      title: string;
      file: string;
      line: number;
      reason: string;
      score: number;
    }[];
    /** Set where a test that is not linked fits much better than those that are */
    better?: string;
  }[];
  left_out: number;
  /** Requirements, scenarios and statements that were looked at */
  leaves: number;
  /** Others without a test, whose text the branch did not change */
  untouched: number;
};
export type ConfirmLinksInput = {
  /** Links that the user confirmed */
  links: readonly {
    /** The requirement, scenario or statement */
    address: string;
    /** Id of the test: file#suite > title */
    test: string;
    /** A comment above the test, or a line in the records */
    as?: "tag" | "record" | undefined;
  }[];
};
export type ConfirmLinksOutput = {
  linked: number;
  files: readonly string[];
};
export type TraceAcceptInput = {
  /** Requirements, scenarios or statements */
  addresses?: readonly string[] | undefined;
  /** Every live leaf: pins the texts as they are now */
  all?: boolean | undefined;
  /** Note a result by hand instead, with these words */
  manual?: string | undefined;
  /** The last day on which a result by hand counts */
  until?: string | undefined;
  /** Write it; without this flag it only shows what would be accepted */
  yes?: boolean | undefined;
};
export type TraceAcceptOutput = {
  accepted: readonly {
    address: string;
    revision: string;
    /** The text at the base */
    before?: string;
    text: string;
    tests: readonly string[];
  }[];
  written: boolean;
  files: readonly string[];
};
export type TraceWaiveInput = {
  /** Requirements, scenarios or statements */
  addresses: readonly string[];
  /** The last day, in UTC */
  until: string;
  /** Why */
  reason: string;
  /** What it may go without */
  of?: "test" | "code" | undefined;
};
export type TraceWaiveOutput = {
  waived: readonly string[];
  until: string;
  files: readonly string[];
};
export type TraceRenameInput = {
  /** The address that tags and records still have */
  from: string;
  /** The address that exists now */
  to: string;
  /** Show what would be written, and write nothing */
  dry_run?: boolean | undefined;
};
export type TraceRenameOutput = {
  to: string;
  tags: readonly {
    file: string;
    line: number;
    before: string;
    after: string;
  }[];
  files: readonly string[];
  written: boolean;
};
export type TraceTidyInput = {
  /** Records follow requirements that were renamed since the branch left this git revision; default: main or master, as far as there is one */
  changed_since?: string | undefined;
  /** Show what would be written, and write nothing */
  dry_run?: boolean | undefined;
};
export type TraceTidyOutput = {
  done: readonly {
    file: string;
    what: string;
  }[];
  written: boolean;
};
export type ProveRequirementInput = {
  /** Requirements, scenarios or statements; default: all that have tests */
  addresses?: readonly string[] | undefined;
  /** Only requirements whose text or tests differ from the commit where the branch left this revision */
  changed_since?: string | undefined;
  /** Instead of changes: run the tests once more with the product code of the branch taken back */
  revert?: boolean | undefined;
  /** First run each linked test alone and measure which code it executes, as far as its runner can */
  coverage?: boolean | undefined;
  /** Seconds for the changes; none is begun later */
  budget?: number | undefined;
  /** Changes to try for each requirement; default: 12, or 3 in compiled languages */
  mutants?: number | undefined;
  /** Chooses the changes; the same seed takes the same ones */
  seed?: number | undefined;
};
export type ProveRequirementOutput = {
  mode: "mutants" | "revert";
  leaves: readonly {
    address: string;
    name: string;
    file: string;
    line: number;
    /** sensitive: a linked test noticed a change; insensitive: none of three or more was noticed; undecided: too few could be tried; blocked: the tests did not run or did not pass unchanged. With revert: notices, unnoticed (a new or changed test passes without the branch's code), existing (the branch changes no code) */
    verdict: "sensitive" | "insensitive" | "undecided" | "blocked" | "notices" | "unnoticed" | "existing";
    reason: string;
    tests: readonly {
      test: string;
      line: number;
    }[];
    tried: number;
    killed: number;
    /** Changes that did not build or load, and do not count */
    invalid: number;
    /** Of those tried, results of an earlier run over the same code and tests */
    stored: number;
    /** Best first: by the words that they share with the requirement */
    survivors: readonly {
      /** For `dismissed` in the record of the requirement */
      id: string;
      file: string;
      line: number;
      symbol: string;
      operator: "comparison" | "boundary" | "logic" | "condition" | "negation" | "boolean" | "number" | "arithmetic" | "return" | "statement" | "string" | "chain";
      /** The line as it is */
      before: string;
      /** The line with the change that no linked test noticed */
      after: string;
      /** Rare words that the line shares with the requirement */
      shared: readonly string[];
    }[];
    /** Survivors that are not listed */
    left_out: number;
    dismissed: number;
  }[];
  /** Requirements for which the time was not enough */
  left_out: number;
  /** The commands that ran the tests, in a copy of the project */
  commands: readonly string[];
  /** With revert: the files that were taken back */
  reverted: readonly string[];
  notes: readonly string[];
  seconds: number;
};
export type AddEvidenceInput = {
  /** Report files of the workspace */
  files: readonly string[];
};
export type AddEvidenceOutput = {
  reports: readonly {
    kind: "junit" | "vitest-json" | "jest-json" | "mocha-json" | "ctrf" | "go-test-json" | "cargo-text" | "cargo-json" | "tap" | "trx" | "nunit" | "xunit" | "cucumber-json" | "lcov" | "cobertura" | "istanbul" | "v8" | "go-cover" | "coverage-py" | "jacoco" | "llvm-cov" | "stryker" | "prove";
    name: string;
    digest: string;
    tests: number;
    matched: number;
    ambiguous: number;
    unmatched: number;
    not_run?: number;
  }[];
  /** Runs that came in exported evidence */
  imported: number;
  /** Tests by status */
  results: Record<string, number>;
  /** Results that do not count, because a source file is newer than the run */
  unsure: number;
  /** Results that fit several tests, and count for none */
  ambiguous: readonly {
    /** The test as the report names it */
    name: string;
    /** Where the tests are that it fits; empty if it fits none */
    candidates: readonly string[];
    /** What would make it unique */
    hint?: string;
  }[];
  /** Results that fit no test of the sources */
  unmatched: readonly {
    /** The test as the report names it */
    name: string;
    /** Where the tests are that it fits; empty if it fits none */
    candidates: readonly string[];
    /** What would make it unique */
    hint?: string;
  }[];
  /** Further ambiguous and unmatched results */
  left_out: number;
  notes: readonly string[];
  /** False if the same evidence was already there */
  is_new: boolean;
};
export type ListEvidenceInput = {
  /** How many runs */
  limit?: number | undefined;
};
export type ListEvidenceOutput = {
  runs: readonly {
    at: string;
    /** Added here, or came in exported evidence */
    source: "local" | "export";
    commit?: string;
    /** Whether files differed from the commit */
    dirty: boolean;
    reports: readonly {
      kind: "junit" | "vitest-json" | "jest-json" | "mocha-json" | "ctrf" | "go-test-json" | "cargo-text" | "cargo-json" | "tap" | "trx" | "nunit" | "xunit" | "cucumber-json" | "lcov" | "cobertura" | "istanbul" | "v8" | "go-cover" | "coverage-py" | "jacoco" | "llvm-cov" | "stryker" | "prove";
      name: string;
      digest: string;
      tests: number;
      matched: number;
      ambiguous: number;
      unmatched: number;
      not_run?: number;
    }[];
    results: Record<string, number>;
  }[];
  left_out: number;
};
export type ExportEvidenceInput = {
  /** Where to write it, for example main.evidence.json */
  file: string;
};
export type ExportEvidenceOutput = {
  file: string;
  runs: number;
  tests: number;
};
export type PushEvidenceInput = Record<string, never>;
export type PushEvidenceOutput = {
  repo: string;
  runs: number;
  /** Runs that were not there yet */
  added: number;
};
export type PullEvidenceInput = Record<string, never>;
export type PullEvidenceOutput = {
  repo: string;
  runs: number;
  /** False if all of it was already here */
  is_new: boolean;
  /** Documents that are not evidence, and were left out */
  damaged: number;
  /** Older runs */
  left_out: number;
};
export type PushTraceInput = Record<string, never>;
export type PushTraceOutput = {
  repo: string;
  commit: string;
  live: number;
  verified: number;
};
export type PublishedTraceInput = {
  /** Also the leaves in these states */
  state?: readonly ("failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired")[] | undefined;
};
export type PublishedTraceOutput = {
  repo: string;
  at: string;
  commit: string;
  live: number;
  verified: number;
  require: string;
  by_spec: readonly {
    format: string;
    spec: string;
    file: string;
    requirements: number;
    /** How many leaves are in each state */
    states: Record<string, number>;
  }[];
  leaves: readonly {
    address: string;
    state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
    revision: string;
    /** `file:line` of the tests that count */
    tests: readonly string[];
  }[];
};
export type AttestEvidenceInput = Record<string, never>;
export type AttestEvidenceOutput = {
  /** An in-toto statement with a test-result predicate */
  statement: unknown;
};
export type SpeckitSpecifyInput = {
  /** Natural language description of the feature */
  feature_description: string;
  /** Absolute path to specification directory */
  spec_directory: string;
};
export type SpeckitSpecifyOutput = {
  step: "specify" | "clarify" | "plan" | "tasks" | "implement";
  feature: string;
  spec_directory: string;
  files: readonly {
    path: string;
    action: "created" | "updated" | "unchanged";
    generated_by: string;
  }[];
  generated_by: string;
  next: string;
  root: string;
  branch?: string;
  notice?: string;
  title: string;
  stories: number;
  requirements: number;
  open_questions: readonly string[];
  template: string;
};
export type SpeckitClarifyInput = {
  /** Absolute path to specification directory */
  spec_directory: string;
  /** Specific questions to clarify (optional) */
  questions?: readonly string[] | undefined;
};
export type SpeckitClarifyOutput = {
  step: "specify" | "clarify" | "plan" | "tasks" | "implement";
  feature: string;
  spec_directory: string;
  files: readonly {
    path: string;
    action: "created" | "updated" | "unchanged";
    generated_by: string;
  }[];
  generated_by: string;
  next: string;
  root: string;
  branch?: string;
  notice?: string;
  questions: readonly string[];
  answers: readonly {
    question: string;
    answer: string;
  }[];
};
export type SpeckitPlanInput = {
  /** Absolute path to specification directory */
  spec_directory: string;
};
export type SpeckitPlanOutput = {
  step: "specify" | "clarify" | "plan" | "tasks" | "implement";
  feature: string;
  spec_directory: string;
  files: readonly {
    path: string;
    action: "created" | "updated" | "unchanged";
    generated_by: string;
  }[];
  generated_by: string;
  next: string;
  root: string;
  branch?: string;
  notice?: string;
  unknowns: readonly string[];
  language: string;
  template: string;
};
export type SpeckitTasksInput = {
  /** Absolute path to specification directory */
  spec_directory: string;
};
export type SpeckitTasksOutput = {
  step: "specify" | "clarify" | "plan" | "tasks" | "implement";
  feature: string;
  spec_directory: string;
  files: readonly {
    path: string;
    action: "created" | "updated" | "unchanged";
    generated_by: string;
  }[];
  generated_by: string;
  next: string;
  root: string;
  branch?: string;
  notice?: string;
  total: number;
  parallel: number;
  stories: Record<string, number>;
  template: string;
};
export type SpeckitImplementInput = {
  /** Absolute path to specification directory */
  spec_directory: string;
  /** Optional filter for specific tasks to implement */
  task_filter?: string | undefined;
};
export type SpeckitImplementOutput = {
  step: "specify" | "clarify" | "plan" | "tasks" | "implement";
  feature: string;
  spec_directory: string;
  files: readonly {
    path: string;
    action: "created" | "updated" | "unchanged";
    generated_by: string;
  }[];
  generated_by: string;
  next: string;
  root: string;
  branch?: string;
  notice?: string;
  selected: number;
  completed: readonly {
    id: string;
    description: string;
    done: boolean;
  }[];
  left: readonly {
    id: string;
    description: string;
    done: boolean;
    reason: string;
  }[];
  gates: string;
};
export type FeaturesListInput = Record<string, never>;
export type FeaturesListOutput = {
  features: readonly {
    folder: string;
    number: string;
    title: string;
    phase: "specify" | "clarify" | "plan" | "tasks" | "implement" | "done";
    tasks: {
      completed: number;
      total: number;
    };
    spec_directory: string;
    active: boolean;
    branch?: string;
    worktree?: string;
    problem?: string;
  }[];
  /** Where the work of this repository is, if it has no features */
  note?: string;
};
export type FeaturesShowInput = {
  /** A path, a folder under specs/, or its number */
  spec: string;
};
export type FeaturesShowOutput = {
  folder: string;
  number: string;
  title: string;
  phase: "specify" | "clarify" | "plan" | "tasks" | "implement" | "done";
  tasks: {
    completed: number;
    total: number;
  };
  spec_directory: string;
  active: boolean;
  branch?: string;
  worktree?: string;
  problem?: string;
  documents: readonly string[];
  open_questions: readonly string[];
  checklists: readonly {
    name: string;
    completed: number;
    total: number;
  }[];
  next_task?: {
    id: string;
    description: string;
    line: number;
  };
};
export type FeaturesNewInput = {
  /** What the feature is for; its folder name is derived from it */
  description: string;
  /** Create it on its own branch, in its own worktree */
  worktree?: boolean | undefined;
};
export type FeaturesNewOutput = {
  folder: string;
  spec_directory: string;
  root: string;
  branch?: string;
  /** Files that record the active feature */
  also_written: readonly string[];
};
export type FeaturesAnalyzeInput = {
  /** The change or feature: an id, a path, a folder under specs/, or its number (default: the active feature, or the only change) */
  spec?: string | undefined;
};
export type FeaturesAnalyzeOutput = {
  feature: string;
  findings: readonly {
    id: string;
    category: string;
    severity: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW";
    location: string;
    summary: string;
    recommendation: string;
  }[];
  /** Findings beyond the first 50 */
  left_out: number;
  coverage: readonly {
    key: string;
    tasks: readonly string[];
  }[];
  unmapped_tasks: readonly string[];
  metrics: {
    requirements: number;
    tasks: number;
    covered_percent: number;
    critical: number;
  };
};
export type FeaturesConvergeInput = {
  /** The change or feature: an id, a path, a folder under specs/, or its number (default: the active feature, or the only change) */
  spec?: string | undefined;
};
export type FeaturesConvergeOutput = {
  feature: string;
  outcome: "converged" | "tasks_appended";
  gaps: readonly {
    source: string;
    kind: "missing" | "partial";
    text: string;
  }[];
  open_tasks: number;
  file: string;
};
export type FeaturesChecklistInput = {
  /** What to review; security, ux, api, performance have questions of their own */
  domain: string;
  /** The change or feature: an id, a path, a folder under specs/, or its number (default: the active feature, or the only change) */
  spec?: string | undefined;
};
export type FeaturesChecklistOutput = {
  feature: string;
  file: string;
  added: number;
  total: number;
};
export type ConstitutionWriteInput = {
  /** A principle as `Name: rule`; may be repeated */
  principles?: readonly string[] | undefined;
  /** Name of the project (default: its folder) */
  project?: string | undefined;
};
export type ConstitutionWriteOutput = {
  file: string;
  principles: readonly string[];
  changed: boolean;
};
export type TasksToggleInput = {
  /** Id of the task, such as T012 or 1.2, or its file and line, such as tasks.md:12 */
  id: string;
  /** Id, path or number of the work item (default: the active feature, or the only match) */
  spec?: string | undefined;
  /** Check it (--done) or uncheck it (--no-done) instead of toggling it */
  done?: boolean | undefined;
};
export type TasksToggleOutput = {
  work: string;
  /** Id of the task, or its file and line */
  id: string;
  description: string;
  done: boolean;
  file: string;
  line: number;
  progress: {
    completed: number;
    total: number;
  };
};
export type TasksExportInput = {
  /** Id of the feature, change or scratch pad (default: the active feature) */
  work?: string | undefined;
  /** Include tasks that are done */
  all?: boolean | undefined;
  /** JSON file with the issues that exist, `[{ title }]`; their tasks are left out */
  existing?: string | undefined;
};
export type TasksExportOutput = {
  work: string;
  issues: readonly {
    task: string;
    title: string;
    body: string;
  }[];
  /** Tasks that have an issue already */
  skipped: readonly string[];
  /** Issues beyond the first 2000 */
  left_out: number;
};
export type WorktreeListInput = Record<string, never>;
export type WorktreeListOutput = {
  worktrees: readonly {
    path: string;
    branch?: string;
    main: boolean;
    detached: boolean;
    locked?: string;
    prunable?: string;
    status?: {
      modified: number;
      staged: number;
      untracked: number;
      ahead: number;
      behind: number;
    };
  }[];
};
export type WorktreeAddInput = {
  /** A feature (folder or number), or the name of a branch */
  name: string;
};
export type WorktreeAddOutput = {
  path: string;
  branch: string;
  created: boolean;
  /** Git's exclude file, if a line for the worktrees was added */
  excluded?: string;
};
export type WorktreeRemoveInput = {
  /** Branch, folder, number of the feature, or path of the worktree */
  name: string;
  /** Discard uncommitted changes */
  force?: boolean | undefined;
};
export type WorktreeRemoveOutput = {
  path: string;
  branch?: string;
};
export type ProjectStatusInput = Record<string, never>;
export type ProjectStatusOutput = {
  root: string;
  branch?: string;
  /** Layouts found, such as openspec or spec-kit */
  formats: readonly string[];
  has: {
    specs: number;
    /** Requirements, FRs and constraint groups */
    requirements: number;
    work: number;
    /** Of the project itself */
    skills: number;
    /** Whether the code was indexed */
    index: boolean;
  };
  work_by_state: Record<string, number>;
  /** Last written first */
  in_flight: readonly {
    id: string;
    kind: "change" | "feature" | "scratch_pad";
    title: string;
    state: "drafting" | "ready" | "in_progress" | "done";
    /** The next step of a change or feature */
    next_step?: string;
    progress: {
      completed: number;
      total: number;
    };
    /** Whether its documents have no error; absent: not checked */
    valid?: boolean;
    /** Work that must be finished first */
    blocked_by: readonly string[];
    /** Other work on the same requirements or the same target */
    overlaps: readonly string[];
    /** When it was last committed or written, in ISO 8601 */
    modified: string;
  }[];
  in_flight_left_out: number;
  reviews?: {
    open_comments: number;
    /** Work and specs with open comments, at most 3 */
    on: readonly string[];
    /** Work and specs with an approval of what they are now */
    approved: number;
    /** Changed after their approval, at most 3 */
    stale_approvals: readonly string[];
  };
  errors: number;
  warnings: number;
  /** Findings that are only notes; a validation lists them */
  remarks: number;
  /** By rule, worst first */
  findings: readonly {
    rule: string;
    severity: "error" | "warning";
    count: number;
    /** The first place */
    file: string;
    line: number;
    message: string;
  }[];
  /** Rules beyond those listed */
  findings_left_out: number;
  /** What was left out to answer quickly */
  not_checked: readonly string[];
  next: readonly {
    operation?: string;
    args?: unknown;
    /** For a person to run, without `hewto` */
    command?: string;
    /** What it is for */
    to: string;
  }[];
};
export type ListWorkInput = {
  /** Only this kind (default: all) */
  kind?: "change" | "feature" | "scratch_pad" | undefined;
  /** `recent`: last written first; `progress`: nearest to its end first */
  sort?: "recent" | "name" | "progress" | undefined;
  /** How many items to list */
  limit?: number | undefined;
  /** Whether to validate changes; false is faster */
  review?: boolean | undefined;
};
export type ListWorkOutput = {
  work: readonly {
    id: string;
    kind: "change" | "feature" | "scratch_pad";
    /** What its own tool calls it, such as `OpenSpec change` */
    label: string;
    title: string;
    state: "drafting" | "ready" | "in_progress" | "done";
    /** The next step of a change or feature */
    next_step?: string;
    progress: {
      completed: number;
      total: number;
    };
    /** Whether its documents have no error; absent: not checked */
    valid?: boolean;
    /** Work that must be finished first */
    blocked_by: readonly string[];
    /** Other work on the same requirements or the same target */
    overlaps: readonly string[];
    /** When it was last committed or written, in ISO 8601 */
    modified: string;
    /** Who committed to it, the last one first */
    authors?: readonly string[];
    /** Folder of the worktree that holds it; absent: this checkout */
    worktree?: string;
    path: string;
  }[];
  /** Items beyond the limit */
  left_out: number;
};
export type ShowWorkInput = {
  /** Id, path, or number of a feature */
  id: string;
  /** How many files, tasks and findings to list */
  limit?: number | undefined;
  /** Also the text of this file, as `files` lists it */
  file?: string | undefined;
};
export type ShowWorkOutput = {
  id: string;
  kind: "change" | "feature" | "scratch_pad";
  /** What its own tool calls it, such as `OpenSpec change` */
  label: string;
  title: string;
  state: "drafting" | "ready" | "in_progress" | "done";
  /** The next step of a change or feature */
  next_step?: string;
  progress: {
    completed: number;
    total: number;
  };
  /** Whether its documents have no error; absent: not checked */
  valid?: boolean;
  /** Work that must be finished first */
  blocked_by: readonly string[];
  /** Other work on the same requirements or the same target */
  overlaps: readonly string[];
  /** When it was last committed or written, in ISO 8601 */
  modified: string;
  /** Who committed to it, the last one first */
  authors?: readonly string[];
  /** Folder of the worktree that holds it; absent: this checkout */
  worktree?: string;
  path: string;
  /** Every file of the item, relative to its folder */
  files: readonly string[];
  files_left_out: number;
  /** Open tasks first */
  tasks: readonly {
    id?: string;
    text: string;
    done: boolean;
    /** Relative to the item's folder */
    file: string;
    line: number;
  }[];
  tasks_left_out: number;
  /** Errors first */
  findings: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section?: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  findings_left_out: number;
  /** The file that was asked for; its path is relative to the item's folder */
  file?: {
    path: string;
    text: string;
  };
  /** Open comments and approvals */
  review?: {
    open_comments: number;
    /** `stale`: the files changed after the approval */
    approvals: readonly {
      author: string;
      date: string;
      state: "current" | "stale" | "withdrawn";
    }[];
  };
};
export type TickTaskInput = {
  /** Id, such as `1.2` or `T012`, or file and line, such as `tasks.md:12` */
  task: string;
  /** Id of the change, feature or scratch pad (default: the only one with such a task) */
  work?: string | undefined;
  /** False unchecks it */
  done?: boolean | undefined;
  /** Text of the task as you saw it; another one is a conflict */
  expected?: string | undefined;
};
export type TickTaskOutput = {
  work: string;
  /** Id of the task, or its file and line */
  id: string;
  description: string;
  done: boolean;
  file: string;
  line: number;
  progress: {
    completed: number;
    total: number;
  };
};
export type WorkArchiveInput = {
  /** Id or path of the change */
  id: string;
  /** More changes to archive, each by itself */
  further?: readonly string[] | undefined;
  /** Show what would be written, and write nothing */
  dry_run?: boolean | undefined;
  /** Archive even if tasks are unfinished */
  allow_open_tasks?: boolean | undefined;
  /** Move the change and leave the specs as they are */
  skip_specs?: boolean | undefined;
  /** Why the specs are skipped; recorded with the change */
  reason?: string | undefined;
  /** Refuse scenarios that become live below this level; default: those without a test are warnings */
  require?: "claimed" | "passed" | "exercised" | "sensitive" | undefined;
};
export type WorkArchiveOutput = {
  change_id: string;
  mode: "preview" | "persist";
  /** Whether anything was written */
  persisted: boolean;
  /** The change was archived before; nothing is left to do */
  already_archived: boolean;
  /** Folder of the archived change; empty when archiving is refused */
  archived_as: string;
  /** Why archiving this change would be refused; a preview only */
  refused?: readonly {
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning" | "note";
    /** Path relative to the workspace */
    file: string;
    /** The heading or requirement it belongs to; empty for the whole file */
    section: string;
    /** 1-based; 1 for a file that is missing */
    line: number;
    message: string;
    /** What to write instead, where that is mechanical */
    fix?: string;
  }[];
  /** Why this one of several was not archived */
  error?: {
    code: string;
    message: string;
  };
  specs: readonly {
    spec_id: string;
    path: string;
    action: "created" | "updated" | "deleted" | "unchanged";
  }[];
  redlines: readonly {
    spec_id: string;
    requirement: string;
    operation: "added" | "modified" | "removed" | "renamed";
    from?: string;
    /** Scenarios that others added or changed since, which stay */
    kept: readonly string[];
    /** Lines: `- ` removed, `+ ` added, two spaces unchanged */
    diff: string;
    /** Where both sides changed the text: when the change was written, in the spec, in the change */
    conflict?: {
      base: string;
      spec: string;
      change: string;
    };
  }[];
  totals: {
    added: number;
    modified: number;
    removed: number;
    renamed: number;
  };
  open_tasks: readonly {
    line: number;
    text: string;
  }[];
  /** The reason why the specs were left as they are */
  skipped_specs?: string;
  /** What could not be checked */
  notes?: readonly string[];
  /** Scenarios that become live without a test */
  untested?: readonly {
    address: string;
    name: string;
    file: string;
    line: number;
  }[];
  /** Tags that follow a renamed requirement */
  tags?: readonly {
    file: string;
    line: number;
    before: string;
    after: string;
  }[];
  /** Records that follow a renamed requirement */
  records?: readonly string[];
  /** Removed requirements that only a record still names */
  retired?: readonly string[];
  further?: readonly {
    change_id: string;
    mode: "preview" | "persist";
    /** Whether anything was written */
    persisted: boolean;
    /** The change was archived before; nothing is left to do */
    already_archived: boolean;
    /** Folder of the archived change; empty when archiving is refused */
    archived_as: string;
    /** Why archiving this change would be refused; a preview only */
    refused?: readonly {
      /** Stable name of the rule */
      rule: string;
      severity: "error" | "warning" | "note";
      /** Path relative to the workspace */
      file: string;
      /** The heading or requirement it belongs to; empty for the whole file */
      section: string;
      /** 1-based; 1 for a file that is missing */
      line: number;
      message: string;
      /** What to write instead, where that is mechanical */
      fix?: string;
    }[];
    /** Why this one of several was not archived */
    error?: {
      code: string;
      message: string;
    };
    specs: readonly {
      spec_id: string;
      path: string;
      action: "created" | "updated" | "deleted" | "unchanged";
    }[];
    redlines: readonly {
      spec_id: string;
      requirement: string;
      operation: "added" | "modified" | "removed" | "renamed";
      from?: string;
      /** Scenarios that others added or changed since, which stay */
      kept: readonly string[];
      /** Lines: `- ` removed, `+ ` added, two spaces unchanged */
      diff: string;
      /** Where both sides changed the text: when the change was written, in the spec, in the change */
      conflict?: {
        base: string;
        spec: string;
        change: string;
      };
    }[];
    totals: {
      added: number;
      modified: number;
      removed: number;
      renamed: number;
    };
    open_tasks: readonly {
      line: number;
      text: string;
    }[];
    /** The reason why the specs were left as they are */
    skipped_specs?: string;
    /** What could not be checked */
    notes?: readonly string[];
    /** Scenarios that become live without a test */
    untested?: readonly {
      address: string;
      name: string;
      file: string;
      line: number;
    }[];
    /** Tags that follow a renamed requirement */
    tags?: readonly {
      file: string;
      line: number;
      before: string;
      after: string;
    }[];
    /** Records that follow a renamed requirement */
    records?: readonly string[];
    /** Removed requirements that only a record still names */
    retired?: readonly string[];
  }[];
  /** The workspace that was or would be written */
  root: string;
  branch?: string;
};
export type WorkHistoryInput = {
  /** How many changes to list */
  limit?: number | undefined;
};
export type WorkHistoryOutput = {
  changes: readonly {
    id: string;
    title: string;
    task_progress: {
      completed: number;
      total: number;
    };
    /** The first paragraph of the proposal's Why */
    why?: string;
    /** When the change was last touched */
    modified?: string;
    /** With `review`: whether it is valid */
    valid?: boolean;
    /** With `review`: changes to archive first */
    blocked_by?: readonly string[];
    archived_on?: string;
    /** Folder of an archived change */
    path?: string;
  }[];
  /** Archived changes beyond the limit */
  left_out?: number;
};
export type WorkLogInput = {
  /** Id, path, or number of a feature */
  id: string;
  /** How many commits to list */
  limit?: number | undefined;
};
export type WorkLogOutput = {
  id: string;
  /** Whether git has a commit to ask about */
  tracked: boolean;
  /** The last one first */
  commits: readonly {
    /** Short name of the commit */
    commit: string;
    /** In ISO 8601 */
    date: string;
    author: string;
    subject: string;
    /** Files of the item that it touched */
    files: readonly string[];
    files_left_out: number;
  }[];
  has_more: boolean;
  /** Files that are not as the last commit has them */
  uncommitted: readonly string[];
};
export type WorkSinceInput = {
  /** A git revision; default: the main branch of origin, else the local one */
  since?: string | undefined;
};
export type WorkSinceOutput = {
  /** The revision that was compared with */
  since: string;
  /** The commit where this branch left it */
  base: string;
  specs: readonly {
    /** Absent for a spec that is gone */
    id?: string;
    path: string;
    status: "added" | "modified" | "deleted";
    /** Requirements that are new */
    added: readonly string[];
    modified: readonly string[];
    removed: readonly string[];
  }[];
  specs_left_out: number;
  work: readonly {
    id: string;
    title: string;
    path: string;
    files: number;
  }[];
  work_left_out: number;
  /** Changed files that belong to neither */
  other_files: number;
};
export type ProjectGraphInput = {
  /** Only these (default: all) */
  kinds?: readonly ("spec" | "work" | "module")[] | undefined;
  /** Only this node, by its id, and what it is connected with */
  around?: string | undefined;
  /** Most nodes; the most connected come first */
  limit?: number | undefined;
};
export type ProjectGraphOutput = {
  nodes: readonly {
    /** `spec:openspec:booking`, `work:change:add-waiting-list`, `module:src/booking` */
    id: string;
    kind: "spec" | "work" | "module";
    /** Its id or folder */
    label: string;
    /** What its own tool calls it, such as `OpenSpec change` */
    native?: string;
    path?: string;
    requirements?: number;
    /** How many requirements and scenarios are in each state */
    states?: Record<string, number>;
    work?: {
      kind: "change" | "feature" | "scratch_pad";
      state: "drafting" | "ready" | "in_progress" | "done";
    };
    /** Of a module */
    files?: number;
    /** Of those, test files */
    tests?: number;
  }[];
  edges: readonly {
    from: string;
    to: string;
    kind: "changes" | "verifies" | "implements" | "uses" | "overlaps" | "blocked_by";
    /** How many requirements, links or references it stands for */
    weight: number;
  }[];
  left_out: {
    nodes: number;
    edges: number;
  };
  notes: readonly string[];
};
export type CodeMapInput = {
  /** A folder of the workspace */
  path?: string | undefined;
  /** Most files; smaller ones are summed up by folder */
  limit?: number | undefined;
};
export type CodeMapOutput = {
  path: string;
  /** The largest */
  files: readonly {
    path: string;
    bytes: number;
    lines: number;
    /** The worst of the requirements that name the file or whose tests rest on it; none: no requirement does */
    evidence: "failing" | "doubtful" | "claimed" | "verified" | "none";
    /** How many do */
    requirements: number;
  }[];
  /** Smaller files, by folder */
  rest: readonly {
    path: string;
    files: number;
    bytes: number;
  }[];
  total: {
    files: number;
    bytes: number;
  };
  /** Files by evidence, of all */
  evidence: Record<string, number>;
};
export type CheckInput = {
  /** Report only findings in files changed since the branch diverged from this git revision */
  changed_since?: string | undefined;
  /** Fail on warnings too */
  strict?: boolean | undefined;
  /** Areas to check: specs, changes, features, artifacts, trace, skills; default: all */
  only?: readonly ("specs" | "changes" | "features" | "artifacts" | "trace" | "skills")[] | undefined;
  /** Output SARIF 2.1.0, for code hosts */
  sarif?: boolean | undefined;
  /** Output JUnit XML, for CI servers */
  junit?: boolean | undefined;
  /** Output annotations of GitHub Actions too */
  annotations?: boolean | undefined;
  /** Write a summary in Markdown to this file; a summary that is there is replaced */
  summary?: string | undefined;
  /** `required`: fail with exit code 3 where a touched requirement has no result */
  evidence?: "optional" | "required" | undefined;
};
export type CheckOutput = {
  ok: boolean;
  /** Areas with documents */
  checked: readonly ("specs" | "changes" | "features" | "artifacts" | "trace" | "skills")[];
  /** Number of documents in each: `8`, or `3 specifications, 3 implementations` */
  counts: Record<string, string>;
  findings: readonly {
    area: "specs" | "changes" | "features" | "artifacts" | "trace" | "skills";
    /** Stable name of the rule */
    rule: string;
    severity: "error" | "warning";
    /** Path relative to the workspace */
    file: string;
    line: number;
    message: string;
    /** What to do about it */
    fix?: string;
    /** The requirement that it is about */
    address?: string;
    /** Of the text of that requirement */
    revision?: string;
  }[];
  errors: number;
  warnings: number;
  /** Findings in files that the branch does not change */
  left_out: number;
  /** Findings that are only notes; the validator of their area lists them */
  remarks: number;
  /** What could not be checked */
  notes: readonly string[];
  summary: string;
  /** Requirements that were judged, with their states */
  trace?: {
    /** Requirements, scenarios and statements that need a test */
    live: number;
    /** Those that the branch touches, or all that were checked */
    judged: readonly {
      address: string;
      /** Spec, requirement, scenario: as people call them */
      path: readonly string[];
      state: "failing" | "suspect" | "open" | "skipped" | "claimed" | "stale" | "passed" | "exercised" | "sensitive" | "attested" | "waived" | "planned" | "retired";
      /** Whether it has the level that is asked for */
      verified: boolean;
      require: string;
      /** What the branch changed of it */
      by: readonly ("new" | "text" | "record" | "test" | "code")[];
      text: string;
      /** The text at the base, where it is another one */
      before?: string;
    }[];
    /** Results of these rest on the whole tree, which the branch changes */
    may_concern: number;
    /** What people accepted in this branch */
    accepted: readonly string[];
    waived: readonly {
      address: string;
      name: string;
      until: string;
    }[];
    /** Whether any result fits the base */
    base_evidence: boolean;
    evidence: {
      reports: number;
      results: number;
      matched: number;
      ambiguous: number;
      /** Whether it is known which code each test executes */
      by_test: boolean;
    };
    /** What was judged */
    scope: "branch" | "project" | "changes";
  };
};
export type ProjectDoctorInput = Record<string, never>;
export type ProjectDoctorOutput = {
  version: string;
  node: string;
  root: string;
  branch?: string;
  layouts: readonly {
    name: string;
    path: string;
    holds: Record<string, number>;
  }[];
  index: {
    built: boolean;
    files?: number;
    /** Files that the next search reads again */
    changed?: number;
    outdated?: boolean;
    bytes?: number;
  };
  /** The configured agent; empty if its settings cannot be read */
  agent: string;
  agents: readonly {
    title: string;
    command: string;
    found: boolean;
  }[];
  hosts: readonly {
    id: string;
    title: string;
    /** Where it is connected; absent: it is not */
    scope?: "project" | "user";
    file?: string;
    problem?: string;
  }[];
  /** What the project asks for and you have not allowed */
  waiting: readonly {
    area: "machine" | "workspace" | "configuration" | "skills" | "hosts";
    severity: "error" | "warning" | "note";
    message: string;
    remedy: string;
  }[];
  findings: readonly {
    area: "machine" | "workspace" | "configuration" | "skills" | "hosts";
    severity: "error" | "warning" | "note";
    message: string;
    remedy: string;
  }[];
};
export type ListCallsInput = {
  /** How many to list */
  limit?: number | undefined;
};
export type ListCallsOutput = {
  calls: readonly {
    ts: string;
    session: string;
    event: "initialize" | "call" | "read" | "prompt" | "close";
    tool?: string;
    /** Files and artifacts that it touched */
    artifacts: readonly string[];
    outcome: string;
    ms?: number;
    /** The program that called; empty if unknown */
    client: string;
  }[];
  left_out: number;
  /** Whether servers write their calls */
  recorded: boolean;
};
export type ListRunsInput = {
  /** How many to list */
  limit?: number | undefined;
};
export type ListRunsOutput = {
  runs: readonly {
    id: string;
    step: string;
    /** The folder that it worked on */
    work: string;
    agent: string;
    started: string;
    /** `running`, `interrupted` (its process is gone), or how it ended: `done`, `tool-failed`, … */
    state: string;
    /** Size of its log */
    bytes: number;
    /** Set for a run of this process */
    live?: {
      progress: string;
      /** Why it ended as it did */
      message: string;
      /** What it waits for */
      questions: readonly {
        id: string;
        kind: "approve" | "permit" | "review" | "form" | "text";
        text: string;
        fields: readonly {
          name: string;
          label: string;
          kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
          required: boolean;
          choices: readonly {
            value: string;
            title: string;
          }[];
          fallback?: unknown;
        }[];
      }[];
    };
  }[];
};
export type ShowRunInput = {
  /** Id of the run */
  id: string;
  /** Byte of the log to start from (default: its end) */
  from?: number | undefined;
};
export type ShowRunOutput = {
  id: string;
  step: string;
  /** The folder that it worked on */
  work: string;
  agent: string;
  started: string;
  /** `running`, `interrupted` (its process is gone), or how it ended: `done`, `tool-failed`, … */
  state: string;
  /** Size of its log */
  bytes: number;
  /** Set for a run of this process */
  live?: {
    progress: string;
    /** Why it ended as it did */
    message: string;
    /** What it waits for */
    questions: readonly {
      id: string;
      kind: "approve" | "permit" | "review" | "form" | "text";
      text: string;
      fields: readonly {
        name: string;
        label: string;
        kind: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
        required: boolean;
        choices: readonly {
          value: string;
          title: string;
        }[];
        fallback?: unknown;
      }[];
    }[];
  };
  lines: readonly {
    time: string;
    /** OUT, ERR, PROG, RPC or SYS; empty for the header */
    kind: string;
    text: string;
  }[];
  /** Where the next part of the log begins */
  next: number;
  /** Bytes before the first line that were left out */
  skipped: number;
};
export type StartRunInput = {
  /** Id or path of the change or feature */
  work: string;
  /** The step (default: the next one) */
  step?: "specify" | "clarify" | "plan" | "tasks" | "implement" | undefined;
  /** What it is for (specify) */
  description?: string | undefined;
};
export type StartRunOutput = {
  id: string;
  work: string;
  step: string;
};
export type CancelRunInput = {
  /** Id of the run */
  id: string;
};
export type CancelRunOutput = {
  id: string;
  work: string;
  step: string;
};
export type AnswerRunInput = {
  /** Id of the question */
  question: string;
  answer: "yes" | "yes_for_run" | "no";
  /** What was typed into each field of a form */
  values?: Record<string, string> | undefined;
  /** The text that was asked for */
  text?: string | undefined;
};
export type AnswerRunOutput = {
  answered: boolean;
};
export type ListReviewCommentsInput = {
  /** Id or path of a work item or spec, or the path of a document (default: all) */
  target?: string | undefined;
  /** Which comments (default: open) */
  state?: "open" | "resolved" | "all" | undefined;
  /** How many to list */
  limit?: number | undefined;
};
export type ListReviewCommentsOutput = {
  /** By item, then oldest first */
  comments: readonly {
    author: string;
    /** Set when an agent wrote it for the author */
    by?: "agent";
    date: string;
    text: string;
    id: string;
    /** Id of the work item or spec */
    item: string;
    item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
    state: "open" | "resolved";
    /** Document; absent for a comment on the whole item */
    file?: string;
    /** Where the quoted words are now; `outdated`: no longer in the document */
    anchor?: "here" | "moved" | "outdated";
    line?: number;
    end_line?: number;
    heading?: string;
    /** The words that it is about */
    quote?: string;
    replies: readonly {
      author: string;
      /** Set when an agent wrote it for the author */
      by?: "agent";
      date: string;
      text: string;
      action: "reply" | "resolved" | "reopened";
    }[];
    /** The file that holds the comment */
    path: string;
  }[];
  /** Comments beyond the limit */
  left_out: number;
  /** Open comments of the target, listed or not */
  open: number;
  resolved: number;
};
export type AddReviewCommentInput = {
  /** Path of the document, or id of the work item or spec */
  target: string;
  /** What the author should know or change, in Markdown */
  text: string;
  /** The words of the document that it is about */
  quote?: string | undefined;
  /** The heading above the quote; distinguishes equal quotes */
  heading?: string | undefined;
  /** The line that it is about; distinguishes equal quotes */
  line?: number | undefined;
};
export type AddReviewCommentOutput = {
  author: string;
  /** Set when an agent wrote it for the author */
  by?: "agent";
  date: string;
  text: string;
  id: string;
  /** Id of the work item or spec */
  item: string;
  item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
  state: "open" | "resolved";
  /** Document; absent for a comment on the whole item */
  file?: string;
  /** Where the quoted words are now; `outdated`: no longer in the document */
  anchor?: "here" | "moved" | "outdated";
  line?: number;
  end_line?: number;
  heading?: string;
  /** The words that it is about */
  quote?: string;
  replies: readonly {
    author: string;
    /** Set when an agent wrote it for the author */
    by?: "agent";
    date: string;
    text: string;
    action: "reply" | "resolved" | "reopened";
  }[];
  /** The file that holds the comment */
  path: string;
};
export type ReplyToReviewCommentInput = {
  /** Id of the comment, or its last six characters */
  comment: string;
  /** The reply, in Markdown */
  text: string;
};
export type ReplyToReviewCommentOutput = {
  author: string;
  /** Set when an agent wrote it for the author */
  by?: "agent";
  date: string;
  text: string;
  id: string;
  /** Id of the work item or spec */
  item: string;
  item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
  state: "open" | "resolved";
  /** Document; absent for a comment on the whole item */
  file?: string;
  /** Where the quoted words are now; `outdated`: no longer in the document */
  anchor?: "here" | "moved" | "outdated";
  line?: number;
  end_line?: number;
  heading?: string;
  /** The words that it is about */
  quote?: string;
  replies: readonly {
    author: string;
    /** Set when an agent wrote it for the author */
    by?: "agent";
    date: string;
    text: string;
    action: "reply" | "resolved" | "reopened";
  }[];
  /** The file that holds the comment */
  path: string;
};
export type ResolveReviewCommentInput = {
  /** Id of the comment, or its last six characters */
  comment: string;
  /** What was changed, or why nothing was */
  text?: string | undefined;
  /** False opens it again */
  resolved?: boolean | undefined;
};
export type ResolveReviewCommentOutput = {
  author: string;
  /** Set when an agent wrote it for the author */
  by?: "agent";
  date: string;
  text: string;
  id: string;
  /** Id of the work item or spec */
  item: string;
  item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
  state: "open" | "resolved";
  /** Document; absent for a comment on the whole item */
  file?: string;
  /** Where the quoted words are now; `outdated`: no longer in the document */
  anchor?: "here" | "moved" | "outdated";
  line?: number;
  end_line?: number;
  heading?: string;
  /** The words that it is about */
  quote?: string;
  replies: readonly {
    author: string;
    /** Set when an agent wrote it for the author */
    by?: "agent";
    date: string;
    text: string;
    action: "reply" | "resolved" | "reopened";
  }[];
  /** The file that holds the comment */
  path: string;
};
export type ShowReviewInput = {
  /** Id or path of a work item or spec, or path of a document */
  target: string;
};
export type ShowReviewOutput = {
  item: string;
  item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
  path: string;
  documents: readonly {
    /** Relative to the item */
    path: string;
    /** Open comments */
    open: number;
  }[];
  /** The document that was named, or the first one */
  document?: {
    path: string;
    text: string;
    clipped: boolean;
  };
  comments: readonly {
    author: string;
    /** Set when an agent wrote it for the author */
    by?: "agent";
    date: string;
    text: string;
    id: string;
    /** Id of the work item or spec */
    item: string;
    item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
    state: "open" | "resolved";
    /** Document; absent for a comment on the whole item */
    file?: string;
    /** Where the quoted words are now; `outdated`: no longer in the document */
    anchor?: "here" | "moved" | "outdated";
    line?: number;
    end_line?: number;
    heading?: string;
    /** The words that it is about */
    quote?: string;
    replies: readonly {
      author: string;
      /** Set when an agent wrote it for the author */
      by?: "agent";
      date: string;
      text: string;
      action: "reply" | "resolved" | "reopened";
    }[];
    /** The file that holds the comment */
    path: string;
  }[];
  approvals: readonly {
    id: string;
    item: string;
    item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
    /** `stale`: the files changed after the approval */
    state: "current" | "stale" | "withdrawn";
    /** Files that are not what was approved */
    changed: readonly string[];
    author: string;
    date: string;
    text: string;
    /** Of everything that was approved */
    digest: string;
  }[];
};
export type ListApprovalsInput = {
  /** Id or path of a work item or spec (default: all) */
  target?: string | undefined;
};
export type ListApprovalsOutput = {
  /** By item, newest first */
  approvals: readonly {
    id: string;
    item: string;
    item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
    /** `stale`: the files changed after the approval */
    state: "current" | "stale" | "withdrawn";
    /** Files that are not what was approved */
    changed: readonly string[];
    author: string;
    date: string;
    text: string;
    /** Of everything that was approved */
    digest: string;
  }[];
};
export type ApproveWorkInput = {
  /** Id or path of a work item or spec */
  target: string;
  /** A remark */
  text?: string | undefined;
  /** Take your own approvals back */
  withdraw?: boolean | undefined;
};
export type ApproveWorkOutput = {
  item: string;
  item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
  /** All approvals of the item, newest first */
  approvals: readonly {
    id: string;
    item: string;
    item_kind: "change" | "feature" | "scratch_pad" | "spec" | "implementation";
    /** `stale`: the files changed after the approval */
    state: "current" | "stale" | "withdrawn";
    /** Files that are not what was approved */
    changed: readonly string[];
    author: string;
    date: string;
    text: string;
    /** Of everything that was approved */
    digest: string;
  }[];
  open_comments: number;
};
export type CreateSpecificationInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** A title for people */
  title: string;
};
export type CreateSpecificationOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type CreateImplementationInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** Its specification: spec://NAME or a path */
  target: string;
};
export type CreateImplementationOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type CreateRevisionInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** The specification that the work is on */
  target: string;
};
export type CreateRevisionOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type CreateFeatureInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** The implementation that the work is on */
  target: string;
};
export type CreateFeatureOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type CreateRefactorInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** The implementation that the work is on */
  target: string;
};
export type CreateRefactorOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type CreateFixInput = {
  /** Up to four lowercase words joined by hyphens */
  name: string;
  /** The implementation that the work is on */
  target: string;
};
export type CreateFixOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  created: readonly {
    id: {
      kind: "Specification" | "Implementation" | "ScratchPad";
      name: string;
    };
    handle: string;
    path: string;
  }[];
  persisted: boolean;
  mode: "persist" | "preview";
  template: {
    tier: "WorkspaceOverride" | "PointerFile" | "PointerUrl" | "EmbeddedDefault";
    locator: string;
    version: string;
    pointer?: string;
    cache_path?: string;
    last_modified?: string;
    /** True when another template is used instead of the requested one. */
    degraded?: boolean;
    reason?: string;
  };
  front_matter: unknown;
  /** HTML comments to follow and then remove. */
  directives: readonly {
    line: number;
    text: string;
  }[];
  mutations: readonly {
    action: "create";
    path: string;
  }[];
  /** The whole text, in a preview. */
  document?: string;
  warnings: readonly string[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateSpecificationInput = {
  /** The specification: spec://NAME, its path, or an https URL in preview */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
  /** Whether it needs an implementation */
  requires_implementation?: boolean | undefined;
};
export type UpdateSpecificationOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateImplementationInput = {
  /** The implementation: impl://NAME, its path, or an https URL in preview */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
  /** The new governing specification */
  spec?: string | undefined;
  /** The new folder of its code */
  location?: string | undefined;
  /** References to add */
  references?: readonly {
    ref: string;
    type: "implementation" | "specification";
    optional?: boolean | undefined;
  }[] | undefined;
  /** References to remove */
  remove_references?: readonly string[] | undefined;
};
export type UpdateImplementationOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateRevisionInput = {
  /** The scratch pad: scratch://NAME or its path */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
};
export type UpdateRevisionOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateFeatureInput = {
  /** The scratch pad: scratch://NAME or its path */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
};
export type UpdateFeatureOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateRefactorInput = {
  /** The scratch pad: scratch://NAME or its path */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
};
export type UpdateRefactorOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type UpdateFixInput = {
  /** The scratch pad: scratch://NAME or its path */
  locator: string;
  /** preview returns the document and writes nothing */
  mode: "persist" | "preview";
  /** The new name */
  name?: string | undefined;
  /** The new title */
  title?: string | undefined;
  /** The new description */
  description?: string | undefined;
  /** The new semantic version */
  version?: string | undefined;
  /** Keywords to add */
  tags?: readonly string[] | undefined;
  /** Keywords to remove */
  remove_tags?: readonly string[] | undefined;
  /** Dependencies to add */
  dependencies?: readonly {
    ref: string;
    optional?: boolean | undefined;
  }[] | undefined;
  /** Dependencies to remove */
  remove_dependencies?: readonly string[] | undefined;
};
export type UpdateFixOutput = {
  id: {
    kind: "Specification" | "Implementation" | "ScratchPad";
    name: string;
  };
  handle: string;
  path: string;
  mode: "persist" | "preview";
  /** Whether the file was written; false in preview and when nothing changed. */
  persisted: boolean;
  changed: boolean;
  updated_document: string;
  mutations: readonly {
    action: "update";
    path: string;
  }[];
  /** The workspace that was touched. */
  root: string;
  /** The git branch that is checked out there. */
  branch: string | null;
};
export type GetWorkspaceStatusInput = {
  /** Request HTTPS links to check that the pages exist */
  http?: boolean | undefined;
};
export type GetWorkspaceStatusOutput = {
  /** Covers specifications and implementations, not scratch pads. */
  global_status: "Pass" | "Fail";
  spec_impl_status: "Pass" | "Fail";
  scratchpad_status: "Pass" | "Fail";
  artifact_count: number;
  /** By handle. */
  artifacts: Record<string, {
    ok: boolean;
    name: string;
    path: string;
    structure_errors: readonly {
      severity: "error" | "warning";
      rule: string;
      message: string;
      remedy: string;
      path: string;
      line: number;
      data_model_heading: string;
      constraint_group?: string;
      /** An op list that fixes it, ready for an update. */
      ops?: readonly {
        /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
        op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
        /** For set_name: the name, equal to the artifact's folder. */
        name?: string;
        /** For set_title: a title for people. */
        title?: string;
        /** For set_description: one paragraph. */
        description?: string;
        /** For set_version: a semantic version such as 1.2.0. */
        version?: string;
        /** For add_tag and remove_tag. */
        tag?: string;
        /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
        ref?: string;
        /** For add_reference: implementation or specification. */
        type?: string;
        /** For add_dependency and add_reference: whether it may be missing. */
        optional?: boolean;
        /** For set_requires_implementation. */
        requires?: boolean;
        /** For set_location: the folder of the code, inside the workspace. */
        location?: string;
        /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
        branch?: string;
        /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
        work_type?: unknown;
        /** For set_target, which is always refused. */
        target?: string;
        /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
        language?: string;
      }[];
    }[];
    reference_errors: readonly {
      kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
      severity: "Error" | "Diagnostic";
      message: string;
      source: {
        document: string;
        line: number;
        column: number;
      };
      destination: string;
    }[];
    compliance_missing: readonly string[];
    compliance_orphans: readonly {
      identifier: string;
      tag_type: "Test" | "Check" | "Manual";
      location: {
        /** Relative to scan_root. */
        file_path: string;
        line_number: number;
        /** Relative to the workspace root. */
        path: string;
      };
      specification?: string;
    }[];
    compliance_scan_root?: string;
    /** Why the code could not be scanned, unless a structure error says so. */
    compliance_problem?: string;
    warnings: readonly {
      severity: "error" | "warning";
      rule: string;
      message: string;
      remedy: string;
      path: string;
      line: number;
      data_model_heading: string;
      constraint_group?: string;
      /** An op list that fixes it, ready for an update. */
      ops?: readonly {
        /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
        op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
        /** For set_name: the name, equal to the artifact's folder. */
        name?: string;
        /** For set_title: a title for people. */
        title?: string;
        /** For set_description: one paragraph. */
        description?: string;
        /** For set_version: a semantic version such as 1.2.0. */
        version?: string;
        /** For add_tag and remove_tag. */
        tag?: string;
        /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
        ref?: string;
        /** For add_reference: implementation or specification. */
        type?: string;
        /** For add_dependency and add_reference: whether it may be missing. */
        optional?: boolean;
        /** For set_requires_implementation. */
        requires?: boolean;
        /** For set_location: the folder of the code, inside the workspace. */
        location?: string;
        /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
        branch?: string;
        /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
        work_type?: unknown;
        /** For set_target, which is always refused. */
        target?: string;
        /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
        language?: string;
      }[];
    }[];
    diagnostics: readonly {
      kind: "UnsupportedScheme" | "DisallowedHandle" | "WorkspaceBoundary" | "FileMissing" | "InvalidFragment" | "MalformedUrl" | "UnreachableUrl" | "UnresolvedReference" | "EmptyDestination" | "Io" | "TraversalLimit";
      severity: "Error" | "Diagnostic";
      message: string;
      source: {
        document: string;
        line: number;
        column: number;
      };
      destination: string;
    }[];
    open_directives: readonly {
      line: number;
      text: string;
    }[];
  }>;
  cycle_errors: readonly {
    cycle: readonly string[];
    message: string;
    data_model_heading: string;
    constraint_group?: string;
  }[];
  /** Problems that do not belong to a single artifact. */
  structure_errors: readonly {
    severity: "error" | "warning";
    rule: string;
    message: string;
    remedy: string;
    path: string;
    line: number;
    data_model_heading: string;
    constraint_group?: string;
    /** An op list that fixes it, ready for an update. */
    ops?: readonly {
      /** What to do. For all kinds: set_/clear_ name, title, description, version; add_/remove_ tag, dependency. Specification: set_/clear_ requires_implementation. Implementation: set_/clear_ spec, location, primary_language; add_/remove_ reference, secondary_language. Scratch pad: set_/clear_ branch, work_type. set_target and clear_target are always refused: a scratch pad's target never changes. */
      op: "set_name" | "clear_name" | "set_title" | "clear_title" | "set_description" | "clear_description" | "set_version" | "clear_version" | "add_tag" | "remove_tag" | "add_dependency" | "remove_dependency" | "set_requires_implementation" | "clear_requires_implementation" | "set_spec" | "clear_spec" | "set_location" | "clear_location" | "add_reference" | "remove_reference" | "set_primary_language" | "clear_primary_language" | "add_secondary_language" | "remove_secondary_language" | "set_branch" | "clear_branch" | "set_work_type" | "clear_work_type" | "set_target" | "clear_target";
      /** For set_name: the name, equal to the artifact's folder. */
      name?: string;
      /** For set_title: a title for people. */
      title?: string;
      /** For set_description: one paragraph. */
      description?: string;
      /** For set_version: a semantic version such as 1.2.0. */
      version?: string;
      /** For add_tag and remove_tag. */
      tag?: string;
      /** For dependency, reference and spec ops: a handle, a path or an https URL; stored as a path. */
      ref?: string;
      /** For add_reference: implementation or specification. */
      type?: string;
      /** For add_dependency and add_reference: whether it may be missing. */
      optional?: boolean;
      /** For set_requires_implementation. */
      requires?: boolean;
      /** For set_location: the folder of the code, inside the workspace. */
      location?: string;
      /** For set_branch: {target_name}/{work_type}/{scratch_pad_name}. */
      branch?: string;
      /** For set_work_type: an object with exactly one key, such as {"fix": {"fixed_headings": ["#x"]}}. */
      work_type?: unknown;
      /** For set_target, which is always refused. */
      target?: string;
      /** For language ops: a file extension with a version where there are several, such as rs@1.80. */
      language?: string;
    }[];
  }[];
};

/** Every operation as a method. */
export interface Methods {
  /** Lists all specs with id, title and purpose. */
  listSpecs(input?: ListSpecsInput, options?: CallOptions): Promise<ListSpecsOutput>;
  /** Gives the requirements of a spec with the number of their scenarios. */
  getSpecRequirements(input: GetSpecRequirementsInput, options?: CallOptions): Promise<GetSpecRequirementsOutput>;
  /** Gives one scenario of a requirement in full. */
  getScenario(input: GetScenarioInput, options?: CallOptions): Promise<GetScenarioOutput>;
  /** Searches all specs by meaning: names, descriptions, scenarios and purposes. */
  searchSpecs(input: SearchSpecsInput, options?: CallOptions): Promise<SearchSpecsOutput>;
  /** Lists the active change proposals with their task progress. */
  listChanges(input?: ListChangesInput, options?: CallOptions): Promise<ListChangesOutput>;
  /** Gives a change proposal: proposal, tasks, design and the parsed requirement deltas. */
  getChange(input: GetChangeInput, options?: CallOptions): Promise<GetChangeOutput>;
  /** Validates one spec, or all of them, in structure and content. */
  validateSpec(input?: ValidateSpecInput, options?: CallOptions): Promise<ValidateSpecOutput>;
  /** Validates one change proposal, or all active ones: valid means that archiving would accept it. */
  validateChange(input?: ValidateChangeInput, options?: CallOptions): Promise<ValidateChangeOutput>;
  /** Applies the deltas of a change to the specs and moves the change to the archive. */
  archiveChange(input: ArchiveChangeInput, options?: CallOptions): Promise<ArchiveChangeOutput>;
  /** Says which documents of a change are written, which come next and what they wait for. */
  changeStatus(input?: ChangeStatusInput, options?: CallOptions): Promise<ChangeStatusOutput>;
  /** Gives what to follow when you write a document of a change, apply the change or archive it. */
  changeInstructions(input: ChangeInstructionsInput, options?: CallOptions): Promise<ChangeInstructionsOutput>;
  /** Searches proposals, designs, tasks and deltas of all changes, archived ones included, by words. */
  searchChanges(input: SearchChangesInput, options?: CallOptions): Promise<SearchChangesOutput>;
  /** Says which archived changes brought and last changed each requirement of a spec, and why. */
  blameSpec(input: BlameSpecInput, options?: CallOptions): Promise<BlameSpecOutput>;
  /** Shows the specs with their counts and the open changes with their tasks. */
  specsOverview(input?: SpecsOverviewInput, options?: CallOptions): Promise<SpecsOverviewOutput>;
  /** Shows a spec: its purpose and all requirements with their scenarios. */
  specsShow(input: SpecsShowInput, options?: CallOptions): Promise<SpecsShowOutput>;
  /** Makes the folder of a new change with proposal, tasks and delta to fill in. */
  changesNew(input: ChangesNewInput, options?: CallOptions): Promise<ChangesNewOutput>;
  /** Repairs what is mechanical in the deltas of a change, and lists what is left. */
  changesFix(input: ChangesFixInput, options?: CallOptions): Promise<ChangesFixOutput>;
  /** Takes an archive back: the specs and the change are as they were before. */
  changesUndo(input: ChangesUndoInput, options?: CallOptions): Promise<ChangesUndoOutput>;
  /** Notes that a change was brought up to date with the specs as they are now. */
  changesRebase(input: ChangesRebaseInput, options?: CallOptions): Promise<ChangesRebaseOutput>;
  /** Lists the schemas that changes can follow, with their documents and templates, and checks them. */
  changesSchemas(input?: ChangesSchemasInput, options?: CallOptions): Promise<ChangesSchemasOutput>;
  /** Copies a schema with its templates to openspec/schemas/NAME, to be edited there. */
  changesForkSchema(input: ChangesForkSchemaInput, options?: CallOptions): Promise<ChangesForkSchemaOutput>;
  /** Load a skill: its instructions, as they are in its SKILL.md */
  skill(input: SkillInput, options?: CallOptions): Promise<SkillOutput>;
  /** List the installed skills of every agent, and the problems of those that cannot be served */
  skillsList(input?: SkillsListInput, options?: CallOptions): Promise<SkillsListOutput>;
  /** Show a skill's origin, its files with digests, and its text; also for disabled skills */
  skillsInfo(input: SkillsInfoInput, options?: CallOptions): Promise<SkillsInfoOutput>;
  /** Search the names and descriptions of the installed skills */
  skillsSearch(input: SkillsSearchInput, options?: CallOptions): Promise<SkillsSearchOutput>;
  /** Check skills against the Agent Skills standard, with a security scan of their files */
  skillsValidate(input?: SkillsValidateInput, options?: CallOptions): Promise<SkillsValidateOutput>;
  /** Enable disabled skills */
  skillsEnable(input?: SkillsEnableInput, options?: CallOptions): Promise<SkillsEnableOutput>;
  /** Disable skills without deleting them: SKILL.md becomes .SKILL.md */
  skillsDisable(input?: SkillsDisableInput, options?: CallOptions): Promise<SkillsDisableOutput>;
  /** Install skills from a folder, an archive or a repository, after a security scan, with a lock file */
  skillsInstall(input?: SkillsInstallInput, options?: CallOptions): Promise<SkillsInstallOutput>;
  /** Delete the folder of an installed skill, and its entry in the lock file */
  skillsRemove(input: SkillsRemoveInput, options?: CallOptions): Promise<SkillsRemoveOutput>;
  /** Write a block into AGENTS.md, CLAUDE.md or GEMINI.md that says how to find skills */
  skillsInstructions(input?: SkillsInstructionsInput, options?: CallOptions): Promise<SkillsInstructionsOutput>;
  /** Publish the catalog of the skills of this repository in the shared store */
  skillsPush(input?: SkillsPushInput, options?: CallOptions): Promise<SkillsPushOutput>;
  /** List the skills that a repository published, and whether those installed here are the same */
  skillsPublished(input?: SkillsPublishedInput, options?: CallOptions): Promise<SkillsPublishedOutput>;
  /** Compare the installed skills with the digests in their lock files */
  skillsVerify(input?: SkillsVerifyInput, options?: CallOptions): Promise<SkillsVerifyOutput>;
  /** Explain for every SKILL.md on disk whether it is served, and if not, why */
  skillsDoctor(input?: SkillsDoctorInput, options?: CallOptions): Promise<SkillsDoctorOutput>;
  /** Index a codebase so that it can be searched */
  indexCodebase(input?: IndexCodebaseInput, options?: CallOptions): Promise<IndexCodebaseOutput>;
  /** Search the indexed code by meaning, name or words */
  searchCode(input: SearchCodeInput, options?: CallOptions): Promise<SearchCodeOutput>;
  /** Search indexed documentation using full-text search */
  searchDocs(input: SearchDocsInput, options?: CallOptions): Promise<SearchDocsOutput>;
  /** Answer a question about the code: who calls, what breaks, how it works, where it is */
  codeResearch(input: CodeResearchInput, options?: CallOptions): Promise<CodeResearchOutput>;
  /** Find declarations by name: exact, qualified, with labels, or by letters in order (mvc finds MyViewController) */
  findSymbol(input: FindSymbolInput, options?: CallOptions): Promise<FindSymbolOutput>;
  /** Every place that calls, names, conforms to, inherits from or overrides a symbol, with the line itself */
  findReferences(input: FindReferencesInput, options?: CallOptions): Promise<FindReferencesOutput>;
  /** All that matters about one symbol: declaration, doc, callers, callees, types above and below, tests, and the requirements that it is linked to */
  symbolContext(input: SymbolContextInput, options?: CallOptions): Promise<SymbolContextOutput>;
  /** Set up the shared store, or bring it up to date */
  storeInit(input?: StoreInitInput, options?: CallOptions): Promise<StoreInitOutput>;
  /** Show what the shared store holds, what waits and what failed */
  storeStatus(input?: StoreStatusInput, options?: CallOptions): Promise<StoreStatusOutput>;
  /** Have workers index a repository into the shared store */
  storeAdd(input: StoreAddInput, options?: CallOptions): Promise<StoreAddOutput>;
  /** Remove a repository from the shared store */
  storeRemove(input: StoreRemoveInput, options?: CallOptions): Promise<StoreRemoveOutput>;
  /** Replace the grants of a team server in the shared store by those of a file */
  storeGrants(input: StoreGrantsInput, options?: CallOptions): Promise<StoreGrantsOutput>;
  /** Show who asked a team server for what, newest first */
  storeAudit(input?: StoreAuditInput, options?: CallOptions): Promise<StoreAuditOutput>;
  /** Remove what no branch of the shared store needs any more */
  storeGc(input?: StoreGcInput, options?: CallOptions): Promise<StoreGcOutput>;
  /** Read everything in the shared store and check its hashes */
  storeVerify(input?: StoreVerifyInput, options?: CallOptions): Promise<StoreVerifyOutput>;
  /** Index branches into the shared store */
  runWorker(input?: RunWorkerInput, options?: CallOptions): Promise<RunWorkerOutput>;
  /** Shows which SpecMan workspace is in use: its root, its .specman folder, its branch and how many artifacts it has. */
  workspaceInfo(input?: WorkspaceInfoInput, options?: CallOptions): Promise<WorkspaceInfoOutput>;
  /** Lists the specifications of the workspace with their spec:// handles, titles and versions. */
  listSpecifications(input?: ListSpecificationsInput, options?: CallOptions): Promise<ListSpecificationsOutput>;
  /** Describes one specification: its front matter, headings with their slugs, and constraint groups. */
  describeSpecification(input: DescribeSpecificationInput, options?: CallOptions): Promise<DescribeSpecificationOutput>;
  /** Lists the implementations of the workspace with their impl:// handles, titles and versions. */
  listImplementations(input?: ListImplementationsInput, options?: CallOptions): Promise<ListImplementationsOutput>;
  /** Describes one implementation: its front matter, headings with their slugs, and constraint groups. */
  describeImplementation(input: DescribeImplementationInput, options?: CallOptions): Promise<DescribeImplementationOutput>;
  /** Lists the scratch pads of the workspace with their scratch:// handles, titles and versions. */
  listScratchPads(input?: ListScratchPadsInput, options?: CallOptions): Promise<ListScratchPadsOutput>;
  /** Describes one scratch pad: its front matter, headings with their slugs, and constraint groups. */
  describeScratchPad(input: DescribeScratchPadInput, options?: CallOptions): Promise<DescribeScratchPadOutput>;
  /** Shows the direct and transitive dependencies and dependents of an artifact, as flat lists and as trees. */
  dependencyTree(input: DependencyTreeInput, options?: CallOptions): Promise<DependencyTreeOutput>;
  /** Checks every link of an artifact or document: files, fragments, HTTPS URLs; reports all errors with their positions. */
  validateReferences(input: ValidateReferencesInput, options?: CallOptions): Promise<ValidateReferencesOutput>;
  /** Shows which template a new artifact would use, and the tokens that it needs. */
  resolveTemplate(input: ResolveTemplateInput, options?: CallOptions): Promise<ResolveTemplateOutput>;
  /** Points the templates of a kind at a Markdown file in the workspace or an HTTPS URL, after checking it. */
  setTemplatePointer(input: SetTemplatePointerInput, options?: CallOptions): Promise<SetTemplatePointerOutput>;
  /** Removes the template pointer of a kind and shows which template is used instead. */
  removeTemplatePointer(input: RemoveTemplatePointerInput, options?: CallOptions): Promise<RemoveTemplatePointerOutput>;
  /** Describes every capability: its id, the concept it serves, the compatible releases of SpecMan Core, its schemas and its side effects. */
  describeCapabilities(input?: DescribeCapabilitiesInput, options?: CallOptions): Promise<DescribeCapabilitiesOutput>;
  /** Creates a specification, implementation or scratch pad from its template, with front matter that fits the data model. */
  createArtifact(input: CreateArtifactInput, options?: CallOptions): Promise<CreateArtifactOutput>;
  /** Deletes an artifact with its whole folder, unless another artifact needs it. */
  deleteArtifact(input: DeleteArtifactInput, options?: CallOptions): Promise<DeleteArtifactOutput>;
  /** Lists the headings of an artifact or document with their slugs and constraint groups, and optionally its relationship graph. */
  listHeadings(input: ListHeadingsInput, options?: CallOptions): Promise<ListHeadingsOutput>;
  /** Returns a section with its subheadings and the sections that it links to, each once, in the order of the links. */
  renderHeading(input: RenderHeadingInput, options?: CallOptions): Promise<RenderHeadingOutput>;
  /** Lists the constraint groups of a specification in document order: id, identifier line, resource URI and position. */
  listConstraints(input: ListConstraintsInput, options?: CallOptions): Promise<ListConstraintsOutput>;
  /** Returns one constraint group: its identifier line and all statements; with context also the heading that it constrains. */
  getConstraint(input: GetConstraintInput, options?: CallOptions): Promise<GetConstraintOutput>;
  /** Changes the YAML front matter of an artifact with a list of ops; the Markdown body is preserved byte for byte. */
  updateArtifact(input: UpdateArtifactInput, options?: CallOptions): Promise<UpdateArtifactOutput>;
  /** Finds every validation tag, such as [ENSURES: concept-x.rules:TEST], in the code of an implementation. */
  scanValidationTags(input: ScanValidationTagsInput, options?: CallOptions): Promise<ScanValidationTagsOutput>;
  /** Shows which constraint groups of its specifications an implementation ensures, according to the validation tags in its code. */
  complianceReport(input: ComplianceReportInput, options?: CallOptions): Promise<ComplianceReportOutput>;
  /** Checks the whole workspace: structure, references, cycles, compliance and scratch pads; each violation cites the data model and includes a remedy. */
  workspaceStatus(input?: WorkspaceStatusInput, options?: CallOptions): Promise<WorkspaceStatusOutput>;
  /** Lists the prompts for creating and changing specifications, implementations and scratch pads. */
  listAuthoringPrompts(input?: ListAuthoringPromptsInput, options?: CallOptions): Promise<ListAuthoringPromptsOutput>;
  /** Returns the prompt for creating or changing an artifact: what to do, which template is used, what to read first. */
  getAuthoringPrompt(input: GetAuthoringPromptInput, options?: CallOptions): Promise<GetAuthoringPromptOutput>;
  /** Lists specifications, implementations and scratch pads with their handles. */
  listArtifacts(input?: ListArtifactsInput, options?: CallOptions): Promise<ListArtifactsOutput>;
  /** Shows an artifact: front matter, headings, constraint groups, problems. */
  describeArtifact(input: DescribeArtifactInput, options?: CallOptions): Promise<DescribeArtifactOutput>;
  /** Creates a SpecMan workspace: a .specman folder in the current folder, or in PATH. */
  init(input?: InitInput, options?: CallOptions): Promise<InitOutput>;
  /** Shows each requirement with its tests, its code and its state */
  trace(input?: TraceInput, options?: CallOptions): Promise<TraceOutput>;
  /** Lists requirements that are not verified, worst first, each with what to do next. */
  traceGaps(input?: TraceGapsInput, options?: CallOptions): Promise<TraceGapsOutput>;
  /** Shows one requirement: text, state, tests, results and code. */
  traceRequirement(input: TraceRequirementInput, options?: CallOptions): Promise<TraceRequirementOutput>;
  /** Lists the requirements that a change endangers, and the tests to run. */
  traceImpact(input?: TraceImpactInput, options?: CallOptions): Promise<TraceImpactOutput>;
  /** Prints all requirements with their states and tests, as a page, a table or JSON */
  traceExport(input?: TraceExportInput, options?: CallOptions): Promise<TraceExportOutput>;
  /** Proposes tests for requirements that have none. */
  suggestLinks(input?: SuggestLinksInput, options?: CallOptions): Promise<SuggestLinksOutput>;
  /** Links tests to requirements: writes a tag above each test, or a record. */
  confirmLinks(input: ConfirmLinksInput, options?: CallOptions): Promise<ConfirmLinksOutput>;
  /** Notes that the tests of a requirement still fit its text */
  traceAccept(input?: TraceAcceptInput, options?: CallOptions): Promise<TraceAcceptOutput>;
  /** Excuses a requirement from having a test, until a day */
  traceWaive(input: TraceWaiveInput, options?: CallOptions): Promise<TraceWaiveOutput>;
  /** Rewrites tags and records of a requirement that was renamed */
  traceRename(input: TraceRenameInput, options?: CallOptions): Promise<TraceRenameOutput>;
  /** Moves misnamed records, follows moved tests, and drops records of what is gone */
  traceTidy(input?: TraceTidyInput, options?: CallOptions): Promise<TraceTidyOutput>;
  /** Changes the code of requirements in a copy of the project, and shows which changes their tests miss */
  proveRequirement(input?: ProveRequirementInput, options?: CallOptions): Promise<ProveRequirementOutput>;
  /** Reads reports of tests, coverage and mutation, and keeps what they show */
  addEvidence(input: AddEvidenceInput, options?: CallOptions): Promise<AddEvidenceOutput>;
  /** Lists the runs that evidence was added from, newest first */
  listEvidence(input?: ListEvidenceInput, options?: CallOptions): Promise<ListEvidenceOutput>;
  /** Writes the evidence into one file, for another machine */
  exportEvidence(input: ExportEvidenceInput, options?: CallOptions): Promise<ExportEvidenceOutput>;
  /** Publishes the evidence of this machine in the shared store */
  pushEvidence(input?: PushEvidenceInput, options?: CallOptions): Promise<PushEvidenceOutput>;
  /** Takes the evidence of other machines from the shared store */
  pullEvidence(input?: PullEvidenceInput, options?: CallOptions): Promise<PullEvidenceOutput>;
  /** Publishes the states of all requirements in the shared store */
  pushTrace(input?: PushTraceInput, options?: CallOptions): Promise<PushTraceOutput>;
  /** Shows the states of all requirements as they were last published in the shared store */
  publishedTrace(input?: PublishedTraceInput, options?: CallOptions): Promise<PublishedTraceOutput>;
  /** Prints an in-toto test-result statement about the newest run of this commit */
  attestEvidence(input?: AttestEvidenceInput, options?: CallOptions): Promise<AttestEvidenceOutput>;
  /** Create or update feature specification */
  speckitSpecify(input: SpeckitSpecifyInput, options?: CallOptions): Promise<SpeckitSpecifyOutput>;
  /** Ask what the specification leaves open and write the answers into it */
  speckitClarify(input: SpeckitClarifyInput, options?: CallOptions): Promise<SpeckitClarifyOutput>;
  /** Generate implementation plan */
  speckitPlan(input: SpeckitPlanInput, options?: CallOptions): Promise<SpeckitPlanOutput>;
  /** Generate the ordered task list */
  speckitTasks(input: SpeckitTasksInput, options?: CallOptions): Promise<SpeckitTasksOutput>;
  /** Work through the task list */
  speckitImplement(input: SpeckitImplementInput, options?: CallOptions): Promise<SpeckitImplementOutput>;
  /** Lists the features of this project and its worktrees with their phase and tasks. */
  featuresList(input?: FeaturesListInput, options?: CallOptions): Promise<FeaturesListOutput>;
  /** Shows one feature: its documents, open questions, checklists and next task. */
  featuresShow(input: FeaturesShowInput, options?: CallOptions): Promise<FeaturesShowOutput>;
  /** Creates the folder of a new feature with the next number, optionally on its own branch in a worktree. */
  featuresNew(input: FeaturesNewInput, options?: CallOptions): Promise<FeaturesNewOutput>;
  /** Compares the documents of a feature or change with each other and with the constitution; writes nothing. */
  featuresAnalyze(input?: FeaturesAnalyzeInput, options?: CallOptions): Promise<FeaturesAnalyzeOutput>;
  /** Adds a task for each gap between the documents of a feature or change and the files that exist. */
  featuresConverge(input?: FeaturesConvergeInput, options?: CallOptions): Promise<FeaturesConvergeOutput>;
  /** Writes a review checklist about how complete and clear the requirements of a feature or change are. */
  featuresChecklist(input: FeaturesChecklistInput, options?: CallOptions): Promise<FeaturesChecklistOutput>;
  /** Writes the project's constitution from its principles, or adds principles to it. */
  constitutionWrite(input?: ConstitutionWriteInput, options?: CallOptions): Promise<ConstitutionWriteOutput>;
  /** Checks or unchecks one task of a feature, change or scratch pad, or one item of a checklist. */
  tasksToggle(input: TasksToggleInput, options?: CallOptions): Promise<TasksToggleOutput>;
  /** Prints the open tasks of a feature, change or scratch pad as issues: a title and a body in Markdown. */
  tasksExport(input?: TasksExportInput, options?: CallOptions): Promise<TasksExportOutput>;
  /** Lists the worktrees of this repository and their uncommitted changes. */
  worktreeList(input?: WorktreeListInput, options?: CallOptions): Promise<WorktreeListOutput>;
  /** Creates the worktree .worktrees/<feature> on the branch <feature>, or finds the existing one. */
  worktreeAdd(input: WorktreeAddInput, options?: CallOptions): Promise<WorktreeAddOutput>;
  /** Removes a worktree that is clean and not in use; its branch stays. */
  worktreeRemove(input: WorktreeRemoveInput, options?: CallOptions): Promise<WorktreeRemoveOutput>;
  /** Call this first: what this repository has, what is in flight, what is wrong, what to do next. */
  projectStatus(input?: ProjectStatusInput, options?: CallOptions): Promise<ProjectStatusOutput>;
  /** Lists what is in flight: changes, features and scratch pads, with tasks, validity and blockers. */
  listWork(input?: ListWorkInput, options?: CallOptions): Promise<ListWorkOutput>;
  /** Shows one change, feature or scratch pad: all its files, its tasks and what is wrong with it. */
  showWork(input: ShowWorkInput, options?: CallOptions): Promise<ShowWorkOutput>;
  /** Checks or unchecks one task of a change, feature or scratch pad. */
  tickTask(input: TickTaskInput, options?: CallOptions): Promise<TickTaskOutput>;
  /** Applies a change to the specs and moves it to the archive. */
  workArchive(input: WorkArchiveInput, options?: CallOptions): Promise<WorkArchiveOutput>;
  /** Lists the archived changes, the last one first. */
  workHistory(input?: WorkHistoryInput, options?: CallOptions): Promise<WorkHistoryOutput>;
  /** Lists the commits that touched one change, feature or scratch pad, archived changes included. */
  workLog(input: WorkLogInput, options?: CallOptions): Promise<WorkLogOutput>;
  /** Lists specs with their requirements, and work, that changed on this branch. */
  workSince(input?: WorkSinceInput, options?: CallOptions): Promise<WorkSinceOutput>;
  /** Shows specs, work in flight and modules of code, and what connects them. */
  projectGraph(input?: ProjectGraphInput, options?: CallOptions): Promise<ProjectGraphOutput>;
  /** Shows files of code by size, each with the state of the requirements that it serves. */
  codeMap(input?: CodeMapInput, options?: CallOptions): Promise<CodeMapOutput>;
  /** Validate specs, changes, artifacts, skills and tests */
  check(input?: CheckInput, options?: CallOptions): Promise<CheckOutput>;
  /** Reports layouts, hosts, index, agents and what waits for permission. */
  projectDoctor(input?: ProjectDoctorInput, options?: CallOptions): Promise<ProjectDoctorOutput>;
  /** Lists the newest calls of agents to the servers of this workspace, newest first. */
  listCalls(input?: ListCallsInput, options?: CallOptions): Promise<ListCallsOutput>;
  /** Lists the runs of workflow steps, newest first. */
  listRuns(input?: ListRunsInput, options?: CallOptions): Promise<ListRunsOutput>;
  /** Shows the log of a run: what the agent said, reported and wrote. */
  showRun(input: ShowRunInput, options?: CallOptions): Promise<ShowRunOutput>;
  /** Starts a step of a change or feature with the configured agent and returns at once. */
  startRun(input: StartRunInput, options?: CallOptions): Promise<StartRunOutput>;
  /** Asks the agent of a run to stop; the second time, it is ended. */
  cancelRun(input: CancelRunInput, options?: CallOptions): Promise<CancelRunOutput>;
  /** Answers a question that a run waits for. */
  answerRun(input: AnswerRunInput, options?: CallOptions): Promise<AnswerRunOutput>;
  /** Lists what reviewers said about changes, features, scratch pads and specs, and where. */
  listReviewComments(input?: ListReviewCommentsInput, options?: CallOptions): Promise<ListReviewCommentsOutput>;
  /** Adds a comment to a document, or to a whole change, feature, scratch pad or spec. */
  addReviewComment(input: AddReviewCommentInput, options?: CallOptions): Promise<AddReviewCommentOutput>;
  /** Adds a reply to a review comment and leaves it open. */
  replyToReviewComment(input: ReplyToReviewCommentInput, options?: CallOptions): Promise<ReplyToReviewCommentOutput>;
  /** Marks a review comment as resolved, or opens it again. */
  resolveReviewComment(input: ResolveReviewCommentInput, options?: CallOptions): Promise<ResolveReviewCommentOutput>;
  /** Shows what was said about one change, feature, scratch pad or spec, with a document of it. */
  showReview(input: ShowReviewInput, options?: CallOptions): Promise<ShowReviewOutput>;
  /** Lists who approved which change, feature, scratch pad or spec, and whether it changed since. */
  listApprovals(input?: ListApprovalsInput, options?: CallOptions): Promise<ListApprovalsOutput>;
  /** Records that you approve a change, feature, scratch pad or spec as it is now. */
  approveWork(input: ApproveWorkInput, options?: CallOptions): Promise<ApproveWorkOutput>;
  /** Creates a specification, spec/NAME/spec.md, from its template. */
  createSpecification(input: CreateSpecificationInput, options?: CallOptions): Promise<CreateSpecificationOutput>;
  /** Creates an implementation, impl/NAME/impl.md, of a specification. */
  createImplementation(input: CreateImplementationInput, options?: CallOptions): Promise<CreateImplementationOutput>;
  /** Creates a scratch pad, the planning document of a revision; the specification itself is not changed. */
  createRevision(input: CreateRevisionInput, options?: CallOptions): Promise<CreateRevisionOutput>;
  /** Creates a scratch pad, the planning document of a feature; the implementation itself is not changed. */
  createFeature(input: CreateFeatureInput, options?: CallOptions): Promise<CreateFeatureOutput>;
  /** Creates a scratch pad, the planning document of a refactoring; the implementation itself is not changed. */
  createRefactor(input: CreateRefactorInput, options?: CallOptions): Promise<CreateRefactorOutput>;
  /** Creates a scratch pad, the planning document of a fix; the implementation itself is not changed. */
  createFix(input: CreateFixInput, options?: CallOptions): Promise<CreateFixOutput>;
  /** Changes the front matter of a specification; its text stays as it is. */
  updateSpecification(input: UpdateSpecificationInput, options?: CallOptions): Promise<UpdateSpecificationOutput>;
  /** Changes the front matter of an implementation; its text stays as it is. */
  updateImplementation(input: UpdateImplementationInput, options?: CallOptions): Promise<UpdateImplementationOutput>;
  /** Changes the front matter of a scratch pad, the planning document of a revision. Its target stays. */
  updateRevision(input: UpdateRevisionInput, options?: CallOptions): Promise<UpdateRevisionOutput>;
  /** Changes the front matter of a scratch pad, the planning document of a feature. Its target stays. */
  updateFeature(input: UpdateFeatureInput, options?: CallOptions): Promise<UpdateFeatureOutput>;
  /** Changes the front matter of a scratch pad, the planning document of a refactoring. Its target stays. */
  updateRefactor(input: UpdateRefactorInput, options?: CallOptions): Promise<UpdateRefactorOutput>;
  /** Changes the front matter of a scratch pad, the planning document of a fix. Its target stays. */
  updateFix(input: UpdateFixInput, options?: CallOptions): Promise<UpdateFixOutput>;
  /** Checks the whole workspace: structure, references, cycles and compliance. */
  getWorkspaceStatus(input?: GetWorkspaceStatusInput, options?: CallOptions): Promise<GetWorkspaceStatusOutput>;
}

/** Input and output of each operation, by its name. */
export interface OperationTypes {
  "list_specs": { input: ListSpecsInput; output: ListSpecsOutput };
  "get_spec_requirements": { input: GetSpecRequirementsInput; output: GetSpecRequirementsOutput };
  "get_scenario": { input: GetScenarioInput; output: GetScenarioOutput };
  "search_specs": { input: SearchSpecsInput; output: SearchSpecsOutput };
  "list_changes": { input: ListChangesInput; output: ListChangesOutput };
  "get_change": { input: GetChangeInput; output: GetChangeOutput };
  "validate_spec": { input: ValidateSpecInput; output: ValidateSpecOutput };
  "validate_change": { input: ValidateChangeInput; output: ValidateChangeOutput };
  "archive_change": { input: ArchiveChangeInput; output: ArchiveChangeOutput };
  "change_status": { input: ChangeStatusInput; output: ChangeStatusOutput };
  "change_instructions": { input: ChangeInstructionsInput; output: ChangeInstructionsOutput };
  "search_changes": { input: SearchChangesInput; output: SearchChangesOutput };
  "blame_spec": { input: BlameSpecInput; output: BlameSpecOutput };
  "specs_overview": { input: SpecsOverviewInput; output: SpecsOverviewOutput };
  "specs_show": { input: SpecsShowInput; output: SpecsShowOutput };
  "changes_new": { input: ChangesNewInput; output: ChangesNewOutput };
  "changes_fix": { input: ChangesFixInput; output: ChangesFixOutput };
  "changes_undo": { input: ChangesUndoInput; output: ChangesUndoOutput };
  "changes_rebase": { input: ChangesRebaseInput; output: ChangesRebaseOutput };
  "changes_schemas": { input: ChangesSchemasInput; output: ChangesSchemasOutput };
  "changes_fork_schema": { input: ChangesForkSchemaInput; output: ChangesForkSchemaOutput };
  "skill": { input: SkillInput; output: SkillOutput };
  "skills_list": { input: SkillsListInput; output: SkillsListOutput };
  "skills_info": { input: SkillsInfoInput; output: SkillsInfoOutput };
  "skills_search": { input: SkillsSearchInput; output: SkillsSearchOutput };
  "skills_validate": { input: SkillsValidateInput; output: SkillsValidateOutput };
  "skills_enable": { input: SkillsEnableInput; output: SkillsEnableOutput };
  "skills_disable": { input: SkillsDisableInput; output: SkillsDisableOutput };
  "skills_install": { input: SkillsInstallInput; output: SkillsInstallOutput };
  "skills_remove": { input: SkillsRemoveInput; output: SkillsRemoveOutput };
  "skills_instructions": { input: SkillsInstructionsInput; output: SkillsInstructionsOutput };
  "skills_push": { input: SkillsPushInput; output: SkillsPushOutput };
  "skills_published": { input: SkillsPublishedInput; output: SkillsPublishedOutput };
  "skills_verify": { input: SkillsVerifyInput; output: SkillsVerifyOutput };
  "skills_doctor": { input: SkillsDoctorInput; output: SkillsDoctorOutput };
  "index_codebase": { input: IndexCodebaseInput; output: IndexCodebaseOutput };
  "search_code": { input: SearchCodeInput; output: SearchCodeOutput };
  "search_docs": { input: SearchDocsInput; output: SearchDocsOutput };
  "code_research": { input: CodeResearchInput; output: CodeResearchOutput };
  "find_symbol": { input: FindSymbolInput; output: FindSymbolOutput };
  "find_references": { input: FindReferencesInput; output: FindReferencesOutput };
  "symbol_context": { input: SymbolContextInput; output: SymbolContextOutput };
  "store_init": { input: StoreInitInput; output: StoreInitOutput };
  "store_status": { input: StoreStatusInput; output: StoreStatusOutput };
  "store_add": { input: StoreAddInput; output: StoreAddOutput };
  "store_remove": { input: StoreRemoveInput; output: StoreRemoveOutput };
  "store_grants": { input: StoreGrantsInput; output: StoreGrantsOutput };
  "store_audit": { input: StoreAuditInput; output: StoreAuditOutput };
  "store_gc": { input: StoreGcInput; output: StoreGcOutput };
  "store_verify": { input: StoreVerifyInput; output: StoreVerifyOutput };
  "run_worker": { input: RunWorkerInput; output: RunWorkerOutput };
  "workspace_info": { input: WorkspaceInfoInput; output: WorkspaceInfoOutput };
  "list_specifications": { input: ListSpecificationsInput; output: ListSpecificationsOutput };
  "describe_specification": { input: DescribeSpecificationInput; output: DescribeSpecificationOutput };
  "list_implementations": { input: ListImplementationsInput; output: ListImplementationsOutput };
  "describe_implementation": { input: DescribeImplementationInput; output: DescribeImplementationOutput };
  "list_scratch_pads": { input: ListScratchPadsInput; output: ListScratchPadsOutput };
  "describe_scratch_pad": { input: DescribeScratchPadInput; output: DescribeScratchPadOutput };
  "dependency_tree": { input: DependencyTreeInput; output: DependencyTreeOutput };
  "validate_references": { input: ValidateReferencesInput; output: ValidateReferencesOutput };
  "resolve_template": { input: ResolveTemplateInput; output: ResolveTemplateOutput };
  "set_template_pointer": { input: SetTemplatePointerInput; output: SetTemplatePointerOutput };
  "remove_template_pointer": { input: RemoveTemplatePointerInput; output: RemoveTemplatePointerOutput };
  "describe_capabilities": { input: DescribeCapabilitiesInput; output: DescribeCapabilitiesOutput };
  "create_artifact": { input: CreateArtifactInput; output: CreateArtifactOutput };
  "delete_artifact": { input: DeleteArtifactInput; output: DeleteArtifactOutput };
  "list_headings": { input: ListHeadingsInput; output: ListHeadingsOutput };
  "render_heading": { input: RenderHeadingInput; output: RenderHeadingOutput };
  "list_constraints": { input: ListConstraintsInput; output: ListConstraintsOutput };
  "get_constraint": { input: GetConstraintInput; output: GetConstraintOutput };
  "update_artifact": { input: UpdateArtifactInput; output: UpdateArtifactOutput };
  "scan_validation_tags": { input: ScanValidationTagsInput; output: ScanValidationTagsOutput };
  "compliance_report": { input: ComplianceReportInput; output: ComplianceReportOutput };
  "workspace_status": { input: WorkspaceStatusInput; output: WorkspaceStatusOutput };
  "list_authoring_prompts": { input: ListAuthoringPromptsInput; output: ListAuthoringPromptsOutput };
  "get_authoring_prompt": { input: GetAuthoringPromptInput; output: GetAuthoringPromptOutput };
  "list_artifacts": { input: ListArtifactsInput; output: ListArtifactsOutput };
  "describe_artifact": { input: DescribeArtifactInput; output: DescribeArtifactOutput };
  "init": { input: InitInput; output: InitOutput };
  "trace": { input: TraceInput; output: TraceOutput };
  "trace_gaps": { input: TraceGapsInput; output: TraceGapsOutput };
  "trace_requirement": { input: TraceRequirementInput; output: TraceRequirementOutput };
  "trace_impact": { input: TraceImpactInput; output: TraceImpactOutput };
  "trace_export": { input: TraceExportInput; output: TraceExportOutput };
  "suggest_links": { input: SuggestLinksInput; output: SuggestLinksOutput };
  "confirm_links": { input: ConfirmLinksInput; output: ConfirmLinksOutput };
  "trace_accept": { input: TraceAcceptInput; output: TraceAcceptOutput };
  "trace_waive": { input: TraceWaiveInput; output: TraceWaiveOutput };
  "trace_rename": { input: TraceRenameInput; output: TraceRenameOutput };
  "trace_tidy": { input: TraceTidyInput; output: TraceTidyOutput };
  "prove_requirement": { input: ProveRequirementInput; output: ProveRequirementOutput };
  "add_evidence": { input: AddEvidenceInput; output: AddEvidenceOutput };
  "list_evidence": { input: ListEvidenceInput; output: ListEvidenceOutput };
  "export_evidence": { input: ExportEvidenceInput; output: ExportEvidenceOutput };
  "push_evidence": { input: PushEvidenceInput; output: PushEvidenceOutput };
  "pull_evidence": { input: PullEvidenceInput; output: PullEvidenceOutput };
  "push_trace": { input: PushTraceInput; output: PushTraceOutput };
  "published_trace": { input: PublishedTraceInput; output: PublishedTraceOutput };
  "attest_evidence": { input: AttestEvidenceInput; output: AttestEvidenceOutput };
  "speckit.specify": { input: SpeckitSpecifyInput; output: SpeckitSpecifyOutput };
  "speckit.clarify": { input: SpeckitClarifyInput; output: SpeckitClarifyOutput };
  "speckit.plan": { input: SpeckitPlanInput; output: SpeckitPlanOutput };
  "speckit.tasks": { input: SpeckitTasksInput; output: SpeckitTasksOutput };
  "speckit.implement": { input: SpeckitImplementInput; output: SpeckitImplementOutput };
  "features_list": { input: FeaturesListInput; output: FeaturesListOutput };
  "features_show": { input: FeaturesShowInput; output: FeaturesShowOutput };
  "features_new": { input: FeaturesNewInput; output: FeaturesNewOutput };
  "features_analyze": { input: FeaturesAnalyzeInput; output: FeaturesAnalyzeOutput };
  "features_converge": { input: FeaturesConvergeInput; output: FeaturesConvergeOutput };
  "features_checklist": { input: FeaturesChecklistInput; output: FeaturesChecklistOutput };
  "constitution_write": { input: ConstitutionWriteInput; output: ConstitutionWriteOutput };
  "tasks_toggle": { input: TasksToggleInput; output: TasksToggleOutput };
  "tasks_export": { input: TasksExportInput; output: TasksExportOutput };
  "worktree_list": { input: WorktreeListInput; output: WorktreeListOutput };
  "worktree_add": { input: WorktreeAddInput; output: WorktreeAddOutput };
  "worktree_remove": { input: WorktreeRemoveInput; output: WorktreeRemoveOutput };
  "project_status": { input: ProjectStatusInput; output: ProjectStatusOutput };
  "list_work": { input: ListWorkInput; output: ListWorkOutput };
  "show_work": { input: ShowWorkInput; output: ShowWorkOutput };
  "tick_task": { input: TickTaskInput; output: TickTaskOutput };
  "work_archive": { input: WorkArchiveInput; output: WorkArchiveOutput };
  "work_history": { input: WorkHistoryInput; output: WorkHistoryOutput };
  "work_log": { input: WorkLogInput; output: WorkLogOutput };
  "work_since": { input: WorkSinceInput; output: WorkSinceOutput };
  "project_graph": { input: ProjectGraphInput; output: ProjectGraphOutput };
  "code_map": { input: CodeMapInput; output: CodeMapOutput };
  "check": { input: CheckInput; output: CheckOutput };
  "project_doctor": { input: ProjectDoctorInput; output: ProjectDoctorOutput };
  "list_calls": { input: ListCallsInput; output: ListCallsOutput };
  "list_runs": { input: ListRunsInput; output: ListRunsOutput };
  "show_run": { input: ShowRunInput; output: ShowRunOutput };
  "start_run": { input: StartRunInput; output: StartRunOutput };
  "cancel_run": { input: CancelRunInput; output: CancelRunOutput };
  "answer_run": { input: AnswerRunInput; output: AnswerRunOutput };
  "list_review_comments": { input: ListReviewCommentsInput; output: ListReviewCommentsOutput };
  "add_review_comment": { input: AddReviewCommentInput; output: AddReviewCommentOutput };
  "reply_to_review_comment": { input: ReplyToReviewCommentInput; output: ReplyToReviewCommentOutput };
  "resolve_review_comment": { input: ResolveReviewCommentInput; output: ResolveReviewCommentOutput };
  "show_review": { input: ShowReviewInput; output: ShowReviewOutput };
  "list_approvals": { input: ListApprovalsInput; output: ListApprovalsOutput };
  "approve_work": { input: ApproveWorkInput; output: ApproveWorkOutput };
  "create_specification": { input: CreateSpecificationInput; output: CreateSpecificationOutput };
  "create_implementation": { input: CreateImplementationInput; output: CreateImplementationOutput };
  "create_revision": { input: CreateRevisionInput; output: CreateRevisionOutput };
  "create_feature": { input: CreateFeatureInput; output: CreateFeatureOutput };
  "create_refactor": { input: CreateRefactorInput; output: CreateRefactorOutput };
  "create_fix": { input: CreateFixInput; output: CreateFixOutput };
  "update_specification": { input: UpdateSpecificationInput; output: UpdateSpecificationOutput };
  "update_implementation": { input: UpdateImplementationInput; output: UpdateImplementationOutput };
  "update_revision": { input: UpdateRevisionInput; output: UpdateRevisionOutput };
  "update_feature": { input: UpdateFeatureInput; output: UpdateFeatureOutput };
  "update_refactor": { input: UpdateRefactorInput; output: UpdateRefactorOutput };
  "update_fix": { input: UpdateFixInput; output: UpdateFixOutput };
  "get_workspace_status": { input: GetWorkspaceStatusInput; output: GetWorkspaceStatusOutput };
}

export type OperationName = keyof OperationTypes;
