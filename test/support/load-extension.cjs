// Loads the packed extension with an editor that is made of nothing, activates it, and prints what it registered.
const Module = require("node:module");

const commands = [];
class Anything {}
const any = new Proxy(Anything, {
  get: (target, name) => (name in target ? target[name] : name === "then" ? undefined : any),
  apply: () => any,
});
const vscode = new Proxy(
  {
    version: "1.100.0",
    // A bundle copies what the module has of its own.
    window: any,
    Uri: any,
    EventEmitter: any,
    TreeItem: any,
    ThemeIcon: any,
    StatusBarAlignment: any,
    commands: {
      registerCommand: (name) => {
        commands.push(name);
        return { dispose() {} };
      },
    },
    workspace: new Proxy(
      { getConfiguration: () => ({ get: () => "" }) },
      { get: (own, name) => own[name] ?? any },
    ),
  },
  { get: (own, name) => own[name] ?? any },
);
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(process.argv[2]);
const done = () => {
  const own = commands.filter((name) => name.startsWith("hewto."));
  console.log(JSON.stringify({ exports: Object.keys(extension).sort(), commands: own.sort() }));
  process.exit(0);
};
// The client cannot start without an editor; what is registered before it does is what counts.
Promise.resolve(extension.activate({ asAbsolutePath: (path) => path, subscriptions: [] })).then(done, done);
process.on("unhandledRejection", done);
