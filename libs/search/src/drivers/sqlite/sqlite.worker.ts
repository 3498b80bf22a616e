import { parentPort, workerData } from 'node:worker_threads';
import { SearchFault } from '../../search-fault.ts';
import type { WorkerCall, WorkerReply, WorkerRequest, WorkerRole } from './protocol.ts';
import { FolderReader } from './folder-reader.ts';
import { nothingFound } from './nothing-found.ts';
import { asFault } from './as-fault.ts';
import { VersionWriter } from './writer.ts';

// SQLite answers synchronously: here it may, the service's own thread goes on.
const role = workerData as WorkerRole;
const reader = role.role === 'reader' ? new FolderReader(role.folder, role.reserve) : null;
let writer: VersionWriter | null = null;

function building(): VersionWriter {
  if (writer === null && role.role === 'builder')
    writer = new VersionWriter(role.folder, role.options);
  if (writer === null) throw new SearchFault('failed', 'This worker does not build an index.');
  return writer;
}

function reading(): FolderReader {
  if (reader === null) throw new SearchFault('failed', 'This worker does not read an index.');
  return reader;
}

function sideOf(name: string): unknown {
  if (reader === null) return building().facts.side(name);
  const serving = reader.serving();
  const bytes = serving?.side(name) ?? null;
  return serving === null || bytes === null ? null : { version: serving.version, bytes };
}

function answer(call: WorkerCall): unknown {
  switch (call.op) {
    case 'info':
      return reading().info();
    case 'find':
      return reader === null
        ? building().facts.find(call.readings, call.options)
        : (reader.serving()?.find(call.readings, call.options) ?? nothingFound());
    case 'get':
      return reading().serving()?.get(call.ids) ?? [];
    case 'bodies':
      return reading().answering(call.version)?.bodies(call.ids) ?? null;
    case 'side':
      return sideOf(call.name);
    case 'started':
      return { version: building().version, resumed: building().resumed };
    case 'hashes':
      return building().facts.hashes();
    case 'put':
      return building().put(call.batch);
    case 'checkpoints':
      return building().checkpoints();
    case 'vocabulary':
      return building().facts.vocabulary();
    case 'entities':
      return building().facts.entities();
    case 'settle':
      return building().settle();
    case 'setSide':
      return building().setSide(call.name, call.bytes);
    case 'digest':
      return building().facts.digest();
    case 'commit':
      return building().commit(call.builtAt);
    case 'finish':
      return building().finish(call.builtAt);
    case 'abandon':
      return building().abandon();
    case 'suspend':
      return building().suspend();
  }
}

/** Answers; a read that finds its version damaged is repeated on the next one that can serve. */
function answerUndamaged(call: WorkerCall): unknown {
  for (;;) {
    try {
      return answer(call);
    } catch (error) {
      if (reader?.giveUpAfter(error) !== true) throw error;
    }
  }
}

function reply({ id, call }: WorkerRequest): WorkerReply {
  try {
    const value = answerUndamaged(call);
    return { id, trouble: reader?.trouble ?? null, ok: true, value };
  } catch (error) {
    const cause = asFault(error);
    const fault =
      cause instanceof SearchFault
        ? { reason: cause.reason, sentence: cause.sentence }
        : {
            reason: 'failed' as const,
            sentence: cause instanceof Error ? cause.message : String(cause),
          };
    return { id, trouble: null, ok: false, fault };
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(reply(request));
});
