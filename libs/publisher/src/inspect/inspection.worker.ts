import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { findSecrets } from '../secrets/index.ts';
import { analyse } from '../verdict/index.ts';
import { makeBudget, STEPS_MAX } from '../verdict/model/index.ts';
import type { PartialInspectionResult, InspectionRequest } from './inspection.ts';

// This thread parses pages, so a page that crashes or blocks a parser stops only this thread.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function usedCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function inspect(request: InspectionRequest): void {
  const { html, address, cpuMs } = request;
  const say = (message: PartialInspectionResult): void => parentPort?.postMessage(message);
  say({ kind: 'secrets', secrets: findSecrets(request) });
  const text = decoder.decode(html);
  const started = usedCpuMs();
  const budget = makeBudget(STEPS_MAX, () => usedCpuMs() - started > cpuMs);
  say({ kind: 'verdict', verdict: analyse(text, address, budget) });
}

parentPort?.on('message', inspect);
