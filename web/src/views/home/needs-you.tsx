import type { Output } from "../../api/transport.ts";
import { href } from "../../app/router.ts";
import { CopyButton } from "../../components/copy.tsx";

type Step = Output<"project_status">["next"][number];

/** What to do next, as the operation ranks it. */
export function NeedsYou({ status }: { readonly status: Output<"project_status"> | undefined }) {
  const next = status?.next ?? [];
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <ul class="steps">
        {next.map((step) => (
          <li key={`${step.operation} ${step.command} ${step.to}`} data-row>
            <StepLine step={step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StepLine({ step }: { readonly step: Step }) {
  const { command, to } = step;
  const address = addressOf(step);
  const sentence = to.charAt(0).toUpperCase() + to.slice(1);
  const id = idOf(step);
  return (
    <>
      <span>
        {address ? (
          <a href={address} dir="auto">
            {id ?? sentence}
          </a>
        ) : (
          sentence
        )}
        {id && address ? <span>: {to}</span> : null}
      </span>
      {command ? (
        <span class="command">
          <code>hewto {command}</code> <CopyButton text={`hewto ${command}`} />
        </span>
      ) : null}
    </>
  );
}

function idOf({ args, command }: Step): string | undefined {
  if (typeof args === "object" && args !== null && "id" in args && typeof args.id === "string")
    return args.id;
  return /^run \S+ (\S+)$/.exec(command ?? "")?.[1];
}

/** Where the page shows what a step is about. */
function addressOf(step: Step): string | undefined {
  const id = idOf(step);
  if (id !== undefined) return href("work", [id]);
  if (step.operation === "list_review_comments") return href("reviews");
  return step.command === "check" ? href("check") : undefined;
}
