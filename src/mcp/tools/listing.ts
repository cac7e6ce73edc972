import type { UsedLayout } from "../../catalog.ts";
import type { ToolsetName } from "../../operation/toolset.ts";
import type { Registry } from "../protocol/registry.ts";
import { frontTools } from "./front.ts";

/** The tool that names what is not listed, and lists it. */
export const moreTool = "hewto_more";

/** A layout that appears is noticed at the next call, but the disk is not asked more often than this. */
const lookAgainMs = 2_000;

/** What a workspace must have for a toolset to be of use. */
const neededLayout: Partial<Record<ToolsetName, UsedLayout | "planned">> = {
  specs: "specs",
  workflow: "features",
  artifacts: "artifacts",
  trace: "planned",
  reviews: "reviews",
};

/** Which tools of an `auto` server are listed: those that this workspace needs, and what `hewto_more` switched on. */
export class Listing {
  readonly #detect: () => Promise<ReadonlySet<UsedLayout>>;
  readonly #layouts = new Set<UsedLayout>();
  readonly #toolsets = new Set<ToolsetName>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #changed: () => void = () => {};

  constructor(detect: () => Promise<ReadonlySet<UsedLayout>>) {
    this.#detect = detect;
  }

  /** Looks for layouts that have appeared. One that goes away stays listed: its tools say what is missing. */
  async look(now: number): Promise<void> {
    if (now - this.#lookedAt < lookAgainMs) return;
    this.#lookedAt = now;
    const before = this.#layouts.size;
    for (const layout of await this.#detect()) this.#layouts.add(layout);
    if (this.#layouts.size > before) this.#changed();
  }

  switchOn(toolset: ToolsetName): void {
    if (this.#toolsets.has(toolset)) return;
    this.#toolsets.add(toolset);
    this.#changed();
  }

  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Whether a client should hear of the toolset when it connects. */
  isUsed(toolset: ToolsetName): boolean {
    const needed = neededLayout[toolset];
    if (needed === undefined || this.#toolsets.has(toolset)) return true;
    return needed === "planned" ? this.#layouts.size > 0 : this.#layouts.has(needed);
  }

  /** In the order of the registry. */
  names({ toolsetOf }: Pick<Registry, "toolsetOf">): (tool: string) => boolean {
    const layouts: (keyof typeof frontTools)[] = ["always", ...this.#layouts];
    if (this.#layouts.size > 0) layouts.push("planned");
    const front = new Set(layouts.flatMap((each) => frontTools[each]));
    return (tool) => {
      const toolset = toolsetOf(tool);
      // What belongs to no toolset was added by the server itself.
      return toolset === undefined || front.has(tool) || this.#toolsets.has(toolset);
    };
  }
}
