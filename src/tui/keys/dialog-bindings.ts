import { inContext } from "./key-context.ts";

/** The keys of dialogs, text fields and the editor. */
export const dialogKeys = [
  ...inContext("menu", [
    { action: "menu-down", keys: ["down", "tab"], vim: ["j"], label: "down", help: "Down" },
    { action: "menu-up", keys: ["up", "shift-tab"], vim: ["k"], label: "up", help: "Up" },
    { action: "menu-page-down", keys: ["pgdn", "ctrl-d", "space"], label: "page", help: "One page down" },
    { action: "menu-page-up", keys: ["pgup", "ctrl-u"], label: "page up", help: "One page up" },
    { action: "menu-accept", keys: ["enter"], label: "choose", help: "Choose", footer: 2 },
    { action: "menu-close", keys: ["esc", "q", "ctrl-c", "?"], label: "close", help: "Close", footer: 3 },
  ]),
  ...inContext("run-menu", [
    { action: "run-specify", keys: ["s"], label: "specify", help: "specify: write the spec", footer: 1 },
    {
      action: "run-clarify",
      keys: ["c"],
      label: "clarify",
      help: "clarify: answer its open questions",
      footer: 1,
    },
    { action: "run-plan", keys: ["p"], label: "plan", help: "plan: decide how to build it", footer: 1 },
    { action: "run-tasks", keys: ["t"], label: "tasks", help: "tasks: break the plan into tasks", footer: 1 },
    { action: "run-implement", keys: ["i"], label: "implement", help: "implement: do the tasks", footer: 1 },
  ]),
  ...inContext("confirm", [
    { action: "confirm-yes", keys: ["y"], label: "yes", help: "Yes", footer: 1 },
    { action: "confirm-no", keys: ["n"], label: "no", help: "No", footer: 2 },
  ]),
  ...inContext("approve", [
    { action: "allow", keys: ["y", "a"], label: "allow", help: "Allow once", footer: 1 },
    {
      action: "allow-run",
      keys: ["r"],
      label: "allow for this run",
      help: "Allow for the rest of this run",
      footer: 2,
    },
    {
      action: "edit-words",
      keys: ["e"],
      label: "edit first",
      help: "Edit the prompt in your editor before it is sent",
      footer: 3,
    },
    { action: "deny", keys: ["n", "d", "esc", "q"], label: "deny", help: "Deny", footer: 4 },
  ]),
  ...inContext("card", [
    { action: "card-details", keys: ["d"], label: "details", help: "Show or hide the details", footer: 1 },
  ]),
  ...inContext("conflict", [
    {
      action: "conflict-overwrite",
      keys: ["o"],
      label: "overwrite",
      help: "Overwrite the file with your text",
      footer: 1,
    },
    {
      action: "conflict-reload",
      keys: ["r"],
      label: "reload",
      help: "Reload the file and discard your text",
      footer: 2,
    },
    {
      action: "conflict-keep",
      keys: ["k"],
      label: "keep editing",
      help: "Keep editing; nothing is written",
      footer: 3,
    },
  ]),
  ...inContext("leave", [
    { action: "leave-save", keys: ["s", "y"], label: "save", help: "Save and leave", footer: 1 },
    { action: "leave-drop", keys: ["x"], label: "discard", help: "Leave and discard the changes", footer: 2 },
  ]),
  ...inContext("input", [
    { action: "input-submit", keys: ["enter"], label: "accept", help: "Accept", footer: 1 },
    { action: "input-close", keys: ["esc", "ctrl-c"], label: "close", help: "Close", footer: 2 },
    {
      action: "input-next",
      keys: ["down", "tab", "ctrl-n"],
      label: "next",
      help: "Next entry, field or choice",
    },
    {
      action: "input-previous",
      keys: ["up", "shift-tab", "ctrl-p"],
      label: "previous",
      help: "Previous entry, field or choice",
    },
    { action: "input-page-down", keys: ["pgdn"], label: "page", help: "Scroll down" },
    { action: "input-page-up", keys: ["pgup"], label: "page up", help: "Scroll up" },
    {
      action: "input-option",
      keys: ["ctrl-t"],
      label: "option",
      help: "Toggle the option of this dialog",
    },
    {
      action: "input-decline",
      keys: ["ctrl-x"],
      label: "decline",
      help: "Decline the agent's question",
      footer: 3,
    },
    {
      action: "input-index",
      keys: ["ctrl-b"],
      label: "build index",
      help: "Build the search index now",
      footer: 3,
    },
  ]),
  ...inContext("editor", [
    { action: "save", keys: ["ctrl-s"], label: "save", help: "Save", footer: 1 },
    {
      action: "leave",
      keys: ["esc"],
      label: "leave",
      help: "Leave; asks first when there is unsaved text",
      footer: 2,
    },
    { action: "undo", keys: ["ctrl-z"], label: "undo", help: "Undo", footer: 3 },
    { action: "redo", keys: ["ctrl-y"], label: "redo", help: "Redo", footer: 7 },
    { action: "cut", keys: ["ctrl-x"], label: "cut", help: "Cut the selection, or the line", footer: 4 },
    { action: "copy", keys: ["ctrl-c"], label: "copy", help: "Copy the selection, or the line", footer: 5 },
    { action: "paste", keys: ["ctrl-v"], label: "paste", help: "Paste", footer: 6 },
    { action: "select-all", keys: ["ctrl-a"], label: "all", help: "Select everything" },
  ]),
];
