import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { damagedSegment, joinParts, partsOf, segmentName } from "../parts.ts";
import type { FilePlace, SegmentFiles, SegmentTable } from "../store.ts";
import type { StoreFolder } from "./folder.ts";

const About = z.object({
  analysis: z.string(),
  chunks: z.int(),
  lengths: z.tuple([z.int(), z.int()]),
  parts: z.tuple([z.int(), z.int()]),
  files: z.array(z.tuple([z.string(), z.string()])),
  madeBy: z.string(),
});

const idPattern = /^[0-9a-f]{64}$/;
const maxPartBytes = 2 * 1024 * 1024;

export function segmentIds(folder: StoreFolder): string[] {
  return folder.files.list("segments").filter((name) => idPattern.test(name));
}

export function readSegment(folder: StoreFolder, id: string) {
  return idPattern.test(id) ? folder.json(`segments/${id}/about.json`, About) : undefined;
}

export function segmentBytes(folder: StoreFolder, id: string): number {
  return folder.files
    .list(`segments/${id}`)
    .reduce(
      (sum, name) => sum + (name === "about.json" ? 0 : folder.files.size(`segments/${id}/${name}`)),
      0,
    );
}

export function segmentTable(folder: StoreFolder): SegmentTable {
  return {
    put: (segment) =>
      folder.change(() => {
        const id = segmentName(segment);
        const files = [segment.search, segment.texts].map((bytes) => [...partsOf(bytes)]);
        for (const [file, parts] of files.entries())
          for (const [n, part] of parts.entries()) folder.files.write(`segments/${id}/${file}.${n}`, part);
        // Last, because a segment without it is nobody's.
        const about: z.infer<typeof About> = {
          analysis: segment.analysis,
          chunks: segment.chunks,
          lengths: [segment.search.length, segment.texts.length],
          parts: [files[0]?.length ?? 0, files[1]?.length ?? 0],
          files: segment.files.map(({ blob, path }) => [blob, path]),
          madeBy: segment.madeBy,
        };
        folder.files.write(`segments/${id}/about.json`, JSON.stringify(about));
        return id;
      }),
    get: async (id) => {
      const read = await folder.read(() => readFiles(folder, id));
      if (!read.ok) return read;
      return read.value === "damaged" ? damagedSegment(id, folder.address) : ok(read.value);
    },
    places: (analysis, keys): Promise<Result<readonly (FilePlace | undefined)[]>> =>
      folder.read(() => {
        const places = new Map<string, FilePlace>();
        for (const segment of segmentIds(folder)) {
          const about = readSegment(folder, segment);
          if (about?.analysis !== analysis) continue;
          for (const [file, [blob, path]] of about.files.entries())
            places.set(`${blob} ${path}`, { segment, file });
        }
        return keys.map(({ blob, path }) => places.get(`${blob} ${path}`));
      }),
    sizes: (ids) =>
      folder.read(
        () =>
          new Map(
            ids.flatMap((id) => {
              const about = readSegment(folder, id);
              return about ? [[id, { files: about.files.length, chunks: about.chunks }] as const] : [];
            }),
          ),
      ),
    list: () => folder.read(() => segmentIds(folder)),
  };
}

function readFiles(folder: StoreFolder, id: string): SegmentFiles | "damaged" | undefined {
  const about = readSegment(folder, id);
  if (!about) return undefined;
  const [search, texts] = about.lengths.map((length, file) => {
    const parts = Array.from({ length: about.parts[file] ?? 0 }, (_, n) =>
      folder.files.read(`segments/${id}/${file}.${n}`, maxPartBytes),
    );
    return parts.every((part) => part !== undefined) ? joinParts(parts, length) : undefined;
  });
  return search && texts && segmentName({ search, texts }) === id ? { search, texts } : "damaged";
}
