import { answerCalls } from '@bridge/kernel/worker-calls';
import { workerData } from 'node:worker_threads';
import { RecordBatchMapper } from './batch-mapper.ts';
import type {
  MappingThreadCall,
  MappingThreadReply,
  MappingWorkerData,
} from './mapping-protocol.ts';

// This worker thread parses and maps records, half of the work of an import. The main thread reads files and writes documents.
const mapper = new RecordBatchMapper(workerData as MappingWorkerData);

answerCalls<MappingThreadCall>(async (call) => {
  if (call.op === 'file') {
    mapper.open(call.file);
    return { value: null };
  }
  try {
    const mapped = await mapper.map(call.batch);
    const { documents, originals, buffer } = mapped;
    const value: MappingThreadReply = { ok: true, mapped };
    return { value, moved: [documents.buffer, originals.buffer, buffer] };
  } catch (error) {
    const value: MappingThreadReply = {
      ok: false,
      message: error instanceof Error ? error.message : String(error),
    };
    return { value };
  }
});
