import { type MeilisearchIndexNames, VERSION_FACTS } from './attachments.ts';
import { textOf } from './documents.ts';
import type { MeilisearchClient } from './engine.ts';
import { indexPages } from './index-pages.ts';
import { CHECKPOINTS, STATE } from './left-build.ts';
import type { NextVersionAttachmentSender } from './next-attachments.ts';
import type { MeilisearchDocumentSender } from './payload-sender.ts';

/** Names of the attachments (bytes stored with a version) that describe one build. They are not copied to another version. */
const OF_ONE_BUILD: ReadonlySet<string> = new Set([VERSION_FACTS, STATE, CHECKPOINTS]);

/**
 * Copies documents and attachments (bytes stored under a name) of the serving version into a build, one by one: Meilisearch
 * cannot copy an index.
 */
export async function copyServing(
  engine: MeilisearchClient,
  { serving, servingAttachments }: MeilisearchIndexNames,
  documents: MeilisearchDocumentSender,
  attachments: NextVersionAttachmentSender,
): Promise<void> {
  for await (const page of indexPages(engine, serving, ['*']))
    for (const document of page) await documents.add(document);
  for await (const page of indexPages(engine, servingAttachments, ['*']))
    for (const part of page)
      if (!OF_ONE_BUILD.has(textOf(part['name']))) await attachments.addPart(part);
  await documents.flush();
}
