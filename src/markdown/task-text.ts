/** What the text of a task says about it by convention. */
export interface TaskText {
  readonly id?: string;
  readonly parallel: boolean;
  readonly story?: string;
  readonly description: string;
}

/**
 * Numbers of OpenSpec (`1.2`, `1.2a`), ids of spec-kit (`T001`, `CHK001`), bold or in code or not, then the
 * tags `[P]` and `[US1]` in any order.
 */
const leadingId = /^(\*\*|__|`|)(\d+(?:\.\d+)+[A-Za-z]*|[A-Z]{1,8}-?\d{3,})[.:]?\1[.:]?(?=\s|$)/;
const leadingTag = /^\[(P|US\d+)\]\s*/;

export function readTaskText(text: string): TaskText {
  const match = leadingId.exec(text);
  let rest = text.slice(match?.[0].length ?? 0).trimStart();
  let parallel = false;
  let story: string | undefined;
  for (let tag = leadingTag.exec(rest); tag !== null; tag = leadingTag.exec(rest)) {
    if (tag[1] === "P") parallel = true;
    else story = tag[1];
    rest = rest.slice(tag[0].length);
  }
  const id = match?.[2];
  return {
    ...(id === undefined ? {} : { id }),
    parallel,
    ...(story === undefined ? {} : { story }),
    description: rest,
  };
}
