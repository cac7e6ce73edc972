import { fault } from "../../kernel/fault.ts";
import { formatSuggestions, nearest } from "../../kernel/nearest.ts";
import { sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { shownId } from "../../specs/ids.ts";
import { isLeaf, type RequirementNode } from "./node.ts";

/** A document whose requirements are unknown because it cannot be read. */
export interface UnreadDocument {
  readonly spec: string;
  readonly file: string;
  readonly reason: string;
}

/** What an address, or a short form of one, means. */
export type Resolution =
  | { readonly kind: "one"; readonly node: RequirementNode }
  | { readonly kind: "several"; readonly nodes: readonly RequirementNode[] }
  /** It may be in a document that cannot be read. */
  | { readonly kind: "unknown"; readonly document: UnreadDocument }
  | { readonly kind: "none"; readonly nearest: readonly string[] };

/** The requirements of all formats. Immutable. */
export class RequirementGraph {
  readonly nodes: readonly RequirementNode[];
  readonly unread: readonly UnreadDocument[];
  readonly #byAddress: ReadonlyMap<string, RequirementNode>;
  readonly #byKey = new Map<string, RequirementNode[]>();
  readonly #children = new Map<string, RequirementNode[]>();

  constructor(nodes: readonly RequirementNode[], unread: readonly UnreadDocument[] = []) {
    this.nodes = nodes;
    this.unread = unread;
    this.#byAddress = new Map(nodes.map((node) => [node.address, node]));
    for (const node of nodes) {
      for (const key of keysOf(node)) push(this.#byKey, key, node);
      if (node.parent !== undefined) push(this.#children, node.parent, node);
    }
  }

  get(address: string): RequirementNode | undefined {
    return this.#byAddress.get(address);
  }

  childrenOf(address: string): readonly RequirementNode[] {
    return this.#children.get(address) ?? [];
  }

  /** The node itself if it needs a test, else the parts of it that do. */
  leavesOf(node: RequirementNode): readonly RequirementNode[] {
    return isLeaf(node) ? [node] : this.childrenOf(node.address).filter(isLeaf);
  }

  /** The shortest form of an address that means this node alone. */
  short(node: RequirementNode): string {
    const [, rest = node.address] = node.address.split(/:(.*)/s);
    const [meant, ...others] = this.#named(keyOf(rest));
    return meant === node && others.length === 0 ? rest : node.address;
  }

  /**
   * What an address means: `openspec:booking/reserve-a-place`, the same without the format, or without the spec, where
   * that is unique. Live requirements come before those of active changes.
   */
  resolve(reference: string): Resolution {
    const key = keyOf(reference.trim());
    const found = this.#named(key);
    const [first, ...more] = found;
    if (first !== undefined && more.length === 0) return { kind: "one", node: first };
    if (first !== undefined) return { kind: "several", nodes: sortedBy(found, ({ address }) => address) };
    const document = this.unread.find(
      ({ spec }) => !key.includes("/") || key.includes(`${spec.toLowerCase()}/`),
    );
    if (document !== undefined) return { kind: "unknown", document };
    return { kind: "none", nearest: this.#nearest(key) };
  }

  #named(key: string): readonly RequirementNode[] {
    const all = this.#byKey.get(key) ?? [];
    const live = all.filter(({ change }) => change === undefined);
    return live.length > 0 ? live : oneOfEachChange(all);
  }

  #nearest(key: string): string[] {
    const forms = new Map<string, string>();
    for (const node of this.nodes) {
      if (node.change !== undefined) continue;
      for (const form of formsOf(node)) if (!forms.has(form)) forms.set(form, this.short(node));
    }
    return [...new Set(nearest(key, forms.keys()).flatMap((form) => forms.get(form) ?? []))];
  }

  /** The node of an address that a person or an agent gave. */
  find(reference: string): Result<RequirementNode> {
    const meant = this.resolve(reference);
    if (meant.kind === "one") return ok(meant.node);
    const shown = shownId(reference);
    const subject = { address: reference };
    if (meant.kind === "several") {
      const candidates = meant.nodes.map(({ address }) => address);
      const message = `\`${shown}\` means more than one requirement: ${candidates.map((each) => `\`${each}\``).join(", ")}.`;
      return fail(
        fault("ambiguous_id", message, "Use one of these addresses.", { subject, details: { candidates } }),
      );
    }
    const suggest = { operation: "trace_gaps", to: "see what there is" };
    if (meant.kind === "unknown") {
      const { file, reason } = meant.document;
      const message = `\`${shown}\` may be in ${file}, which cannot be read: ${reason}`;
      return fail(fault("requirement_not_found", message, "Fix that file.", { subject }));
    }
    const hint = formatSuggestions(meant.nearest.map((each) => `\`${each}\``));
    const message = `No requirement has the address \`${shown}\`.`;
    return fail(fault("requirement_not_found", message, hint, { subject, suggest }));
  }
}

/** An address that only active changes have means the same requirement in each of them. */
function oneOfEachChange(nodes: readonly RequirementNode[]): RequirementNode[] {
  const byBase = new Map(nodes.map((node) => [withoutChange(node.address), node]));
  return [...byBase.values()];
}

export function withoutChange(address: string): string {
  return address.replace(/\?change=.*$/s, "");
}

/** Slugs of Korean names are decomposed, and typed ones are not. */
function keyOf(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Every text that may stand for a node. */
function keysOf(node: RequirementNode): Set<string> {
  const keys = new Set<string>();
  for (const address of [node.address, ...node.aliases]) {
    const full = keyOf(address);
    keys.add(full);
    for (const form of formsOf({ ...node, address: withoutChange(full) })) keys.add(form);
    if (node.change !== undefined) keys.add(withoutChange(full));
  }
  return keys;
}

/** Without the format, and without the spec. */
function formsOf({ address }: Pick<RequirementNode, "address">): string[] {
  const [, rest = address] = withoutChange(address).split(/:(.*)/s);
  const slash = rest.split("#")[0]?.lastIndexOf("/") ?? -1;
  return [keyOf(rest), keyOf(rest.slice(slash + 1))];
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
