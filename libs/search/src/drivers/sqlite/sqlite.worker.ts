import { answerCalls, type PartialWorkerAnswerSender } from '@bridge/kernel/worker-calls';
import { workerData } from 'node:worker_threads';
import { SearchEngineError } from '../../search-engine-error.ts';
import { asSearchEngineError } from './sqlite-error.ts';

import { IndexFolderReader } from './folder-reader.ts';
import { EMPTY_FIND_RESULT } from './packed-find-result.ts';
import type {
  DocumentListingPage,
  SqliteWorkerCall,
  SqliteWorkerReply,
  IndexWorkerRole,
} from './protocol.ts';
import { IndexVersionWriter } from './version-writer.ts';

// SQLite is synchronous; in a thread it does not block the service's event loop.
const role = workerData as IndexWorkerRole;
const reader = role.role === 'reader' ? new IndexFolderReader(role.folder, role.reserve) : null;
let openWriter: IndexVersionWriter | null = null;

function writer(): IndexVersionWriter {
  if (openWriter === null && role.role === 'builder')
    openWriter = new IndexVersionWriter(role.folder, role.options);
  if (openWriter === null)
    throw new SearchEngineError('failed', 'This worker does not build an index.');
  return openWriter;
}

function folderReader(): IndexFolderReader {
  if (reader === null) throw new SearchEngineError('failed', 'This worker does not read an index.');
  return reader;
}

function attachmentOf(name: string): unknown {
  if (reader === null) return writer().content.attachment(name);
  const serving = reader.serving();
  const bytes = serving?.attachment(name) ?? null;
  return serving === null || bytes === null ? null : { version: serving.version, bytes };
}

/**
 * Returns a page of documents of `version`, or of the serving version when `version` is null. Returns null when this version is
 * not open.
 */
function pageOf(version: string | null, after: number): DocumentListingPage | null {
  const open = version === null ? folderReader().serving() : folderReader().openVersion(version);
  return open?.page(after) ?? null;
}

function answer(call: SqliteWorkerCall, sendPart: PartialWorkerAnswerSender): unknown {
  switch (call.op) {
    case 'info':
      return folderReader().info();
    case 'find':
      return reader === null
        ? writer().content.find(call.interpretations, call.enough, sendPart)
        : (reader.serving()?.find(call.interpretations, call.enough, sendPart) ??
            EMPTY_FIND_RESULT);
    case 'count':
      return folderReader().openVersion(call.version)?.count(call.interpretation) ?? null;
    case 'get':
      return folderReader().serving()?.get(call.ids) ?? [];
    case 'bodies':
      return folderReader().openVersion(call.version)?.bodies(call.ids) ?? null;
    case 'page':
      return pageOf(call.version, call.after);
    case 'attachment':
      return attachmentOf(call.name);
    case 'started':
      return { version: writer().version, resumed: writer().resumed };
    case 'hashes':
      return writer().content.hashes();
    case 'put':
      return writer().put(call.batch);
    case 'idsOf':
      return writer().content.idsOf(call.source);
    case 'remove':
      return writer().remove(call.ids, call.blobs);
    case 'checkpoints':
      return writer().checkpoints();
    case 'vocabulary':
      return writer().content.vocabulary();
    case 'entities':
      return writer().content.entities();
    case 'documents':
      return writer().content.documents(call.after);
    case 'optimize':
      return writer().optimize();
    case 'setAttachment':
      return writer().setAttachment(call.name, call.bytes);
    case 'digest':
      return writer().content.digest();
    case 'commit':
      return writer().commit(call.builtAt);
    case 'finish':
      return writer().finish(call.builtAt);
    case 'abandon':
      return writer().abandon();
    case 'suspend':
      return writer().suspend();
  }
}

/**
 * Answers a call. When a read finds that the open version is damaged, the call is repeated on the next version that can be
 * read.
 */
function answerUndamaged(call: SqliteWorkerCall, sendPart: PartialWorkerAnswerSender): unknown {
  for (;;) {
    try {
      return answer(call, sendPart);
    } catch (error) {
      if (reader?.giveUpAfter(error) !== true) throw error;
    }
  }
}

function reply(call: SqliteWorkerCall, sendPart: PartialWorkerAnswerSender): SqliteWorkerReply {
  try {
    const value = answerUndamaged(call, sendPart);
    return { ok: true, value, trouble: reader?.trouble ?? null };
  } catch (error) {
    const cause = asSearchEngineError(error);
    if (cause instanceof SearchEngineError)
      return { ok: false, error: { reason: cause.reason, sentence: cause.sentence } };
    const sentence = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, error: { reason: 'failed', sentence } };
  }
}

answerCalls<SqliteWorkerCall>((call, sendPart) => ({ value: reply(call, sendPart) }));
