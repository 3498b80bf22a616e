import { BridgeError } from '@bridge/kernel';
import { archivePathsProblem } from './archive-path.ts';
import { siteFiles, type SiteFacts } from './site-files.ts';
import { zipStream } from './zip-stream.ts';

/** An archive about to be written. */
export interface Archive {
  /** `<word>-<page_id>-r<revision>.zip`: safe on every system, whatever the title holds. */
  readonly filename: string;
  /** The zip in chunks; the same bytes each time it is asked for. */
  readonly chunks: () => AsyncGenerator<Uint8Array>;
}

/** Prepares the archive of a portable page. Source: publish design D7. */
export function makeArchive(facts: SiteFacts, html: Uint8Array): Archive {
  const files = siteFiles(facts, html);
  const problem = archivePathsProblem(files.map(({ path }) => path));
  if (problem !== null) throw new BridgeError('internal', {}, { cause: problem });
  const { world, page, snapshot } = facts;
  return {
    filename: `${world.word}-${page.page_id}-r${snapshot.revision}.zip`,
    chunks: () => zipStream(files),
  };
}
