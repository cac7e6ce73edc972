import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Commentable } from "../../components/commentable.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";

interface FilesProps {
  readonly id: string;
  readonly files: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

const firstFiles = ["proposal.md", "spec.md", "scratch.md"];

/** Every file of an item, those of its format and all others. */
export function Files({ id, files, query }: FilesProps) {
  const first = firstFiles.find((name) => files.includes(name)) ?? files[0];
  const name = query["file"] ?? first;
  if (name === undefined) {
    return (
      <EmptyState title="This item has no files yet">
        They appear here as soon as they are written.
      </EmptyState>
    );
  }
  return (
    <div class="files">
      <nav aria-label="Files">
        {files.map((file) => (
          <a
            key={file}
            href={href("work", [id], { file: file === first ? undefined : file })}
            aria-current={file === name ? "true" : undefined}
            data-row
          >
            {file}
          </a>
        ))}
      </nav>
      <FileText id={id} name={name} files={files} />
    </div>
  );
}

function FileText({ id, name, files }: { id: string; name: string; files: readonly string[] }) {
  const item = useOperation("show_work", { id, limit: 1, file: name });
  const file = item.data?.file;
  const target = item.data === undefined ? undefined : `${item.data.path}/${name}`;
  const reviewed = useOperation(
    "list_review_comments",
    target === undefined ? undefined : { target, limit: 500 },
  );
  if (!file || target === undefined || file.path !== name) return <Pending of={item} what={name} />;
  if (!/\.(md|markdown|mdx)$/i.test(name)) return <pre class="raw">{file.text}</pre>;
  const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
  const linkTo = (target: string) => {
    const path = new URL(target, `http://x/${folder}`).pathname.slice(1);
    return files.includes(path) ? href("work", [id], { file: path }) : undefined;
  };
  return (
    <article aria-label={name}>
      <Commentable target={target} comments={reviewed.data?.comments ?? []} onAdded={reviewed.reload}>
        <Markdown text={file.text} linkTo={linkTo} />
      </Commentable>
    </article>
  );
}
