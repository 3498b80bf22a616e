import type { DraftCheckAnswer } from '@bridge/contracts';

/**
 * The result of the check of a draft, as the service returns it: the mode (portable or online) and the warnings that a
 * publication would have, and the secrets found.
 */
type DraftCheckResult = DraftCheckAnswer['check'];

/** Codes of warnings about an address that a browser does not request when it merely shows the page. */
const NOT_REQUESTED: readonly string[] = ['external_form', 'meta_refresh', 'missing_page'];
/** Maximum number of hosts that the sentence about a checked draft names; further hosts are counted. */
const HOSTS_NAMED_MAX = 5;

/** For each code of a warning that prevents a page from working offline, the reason as the end of a sentence. */
const OFFLINE_REASONS: Readonly<Record<string, string>> = {
  missing_asset: 'a file that it names is not there',
  runtime_external: 'a script asks another host',
  runtime_unknown: 'a script may ask for something when it runs',
  script_unparsed: 'a script cannot be read',
  same_service_reference: 'it loads something from this service',
  analysis_incomplete: 'it is too large to be read to the end',
};

function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Returns the hosts from which visitors' browsers load something when they show the page, without repetitions. */
export function hostsOf({ warnings }: DraftCheckResult): readonly string[] {
  const hosts = warnings.flatMap(({ code, url }) => {
    if (url === undefined || NOT_REQUESTED.includes(code) || !/^(?:https?:)?\/\//i.test(url))
      return [];
    const parsed = URL.parse(url, 'https://page.invalid/');
    return parsed === null ? [] : [parsed.host];
  });
  return [...new Set(hosts)];
}

function describeMode(check: DraftCheckResult): string {
  if (check.publication_mode === 'portable') return 'Portable: everything is inside.';
  const hosts = hostsOf(check);
  const named = hosts.slice(0, HOSTS_NAMED_MAX);
  const rest = hosts.length - named.length;
  const more = rest > 0 ? [`${rest} more`] : check.truncated ? ['perhaps others'] : [];
  const asked = hosts.length === 0 ? 'other hosts' : listOf([...named, ...more]);
  return `Online: visitors’ browsers will ask ${asked} too.`;
}

function describeOffline({
  offline_ready: isReady,
  publication_mode: mode,
  warnings,
}: DraftCheckResult): string {
  if (isReady) return 'It works offline.';
  if (mode === 'online') return 'It does not work offline.';
  const reasons = warnings.flatMap(({ code }) => OFFLINE_REASONS[code] ?? []);
  const [reason] = reasons;
  return reason === undefined
    ? 'It does not work offline.'
    : `It does not work offline: ${reason}.`;
}

/** Returns a short text about the publication that a checked draft would have, or the reason why it cannot be published. */
export function describeVerdict({ check }: DraftCheckAnswer): string {
  if (check.empty) return 'This draft shows nothing, so it cannot be published.';
  if (check.secrets > 0)
    return `This draft contains ${check.secrets === 1 ? 'a secret' : `${check.secrets} secrets`}, so it cannot be published.`;
  return `${describeMode(check)} ${describeOffline(check)}`;
}
