/** The command that runs some test files, in the words of their runner. Empty for languages that run by project. */
export function runCommands(files: readonly string[], testing: string): string[] {
  const by = (pattern: RegExp) => files.filter((file) => pattern.test(file)).map(quoted);
  const commands: string[] = [];
  const scripts = by(/\.[cm]?[jt]sx?$/);
  if (scripts.length > 0) commands.push(`${scriptRunner(testing)} ${scripts.join(" ")}`);
  const python = by(/\.py$/);
  if (python.length > 0) commands.push(`pytest ${python.join(" ")}`);
  const go = folders(files.filter((file) => file.endsWith(".go")));
  if (go.length > 0) commands.push(`go test ${go.map((folder) => quoted(`./${folder}`)).join(" ")}`);
  const ruby = by(/_spec\.rb$/);
  if (ruby.length > 0) commands.push(`bundle exec rspec ${ruby.join(" ")}`);
  if (files.some((file) => file.endsWith(".rs"))) commands.push("cargo test");
  const swift = files.filter((file) => file.endsWith(".swift")).map(baseName);
  if (swift.length > 0)
    commands.push(`swift test ${swift.map((name) => `--filter ${quoted(name)}`).join(" ")}`);
  const php = by(/\.php$/);
  if (php.length > 0) commands.push(...php.map((file) => `vendor/bin/phpunit ${file}`));
  return commands;
}

function scriptRunner(testing: string): string {
  if (/jest/i.test(testing)) return "npx jest";
  if (/mocha/i.test(testing)) return "npx mocha";
  return /vitest/i.test(testing) ? "npx vitest run" : "node --test";
}

function folders(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => file.slice(0, Math.max(0, file.lastIndexOf("/"))) || "."))];
}

function baseName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.swift$/, "");
}

/** For a shell: a file of the repository can have any name. */
function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
