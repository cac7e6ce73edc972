import {
  draftTemplate,
  featTemplate,
  fixTemplate,
  refTemplate,
  revisionTemplate,
} from "./packaged-scratch.ts";

/** The templates that ship with Hewto. They are read-only and change only with a release. */
export const packagedTemplates: Readonly<Record<TemplateKey, string>> = {
  spec: `# {{title}}

<!-- Say in one paragraph what this specification is for and who relies on it. -->

## Terminology & References

The key words "MUST", "MUST NOT", "REQUIRED", "SHALL", "SHALL NOT", "SHOULD", "SHOULD NOT", "RECOMMENDED", "MAY" and "OPTIONAL" in this document are to be interpreted as described in [RFC 2119](https://www.rfc-editor.org/rfc/rfc2119).

<!-- Name the documents that a reader must know, and link to the specifications listed under dependencies. -->

## Concepts

### Concept: {{title}}

<!-- Describe one idea of the system. Rename this heading to the idea, keep the prefix "Concept: ", and add a heading of the same level for each additional concept. -->
<!-- State requirements as a constraint group: "!concept-slug.category:" on a line of its own, then list items with MUST, SHOULD or MAY. The first part is the slug of the concept's heading. -->

## Key Entities

<!-- Describe the data that the concepts use, each under a heading with the prefix "Entity: ". Remove this section if there is none. -->

## Additional Notes

<!-- Add background that is not a requirement. Remove this section if there is none. -->
`,
  impl: `# {{title}}

<!-- Say in one paragraph which part of the specification this code delivers, and for whom. -->

## Overview

This document describes how [{{target_name}}]({{target_link}}) is implemented.

<!-- Describe the structure of the code: its parts, how they depend on each other, and why. -->

## References

<!-- List the implementations and other specifications that this one relies on. Each must also be listed under references in the front matter. -->

## Implementation Details

### Code Location

<!-- Name the root folder of the code, as in "location" in the front matter. -->

### Libraries

<!-- List the libraries with their versions, one per line, as name@version. -->

## Concept & Entity Breakdown

<!-- Give each concept and entity of the specification its own heading that links to it. Below it, put the signatures of its API in a fenced code block with the language as its info string, and say what they do and why. For an entity, show its fields with their types. -->

## Operational Notes

<!-- Say how to build, run, test and monitor the code. -->
`,
  "scratch-draft": draftTemplate,
  "scratch-revision": revisionTemplate,
  "scratch-feat": featTemplate,
  "scratch-ref": refTemplate,
  "scratch-fix": fixTemplate,
};

export const templateKeys = [
  "spec",
  "impl",
  "scratch-draft",
  "scratch-revision",
  "scratch-feat",
  "scratch-ref",
  "scratch-fix",
] as const;
export type TemplateKey = (typeof templateKeys)[number];
