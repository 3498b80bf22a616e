import { changeKey, type KeyChangeRequest } from '../api/keys.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { showToast, showUndo } from '../ui/toast.tsx';

/**
 * React hook: changes a key and then shows a toast about the change. If the former values (`before`) are given, the toast has a
 * button that undoes the change.
 */
export function useKeyChange(keyId: string) {
  const read = useRefresh();
  const change = useChange(changeKey);
  const refresh = () => read(['key', keyId], ['keys']);
  /**
   * Changes the key; resolves to false when the service refused it. @param before the former values, which the undo sets again
   */
  const set = async (
    wish: KeyChangeRequest,
    text: string,
    before?: KeyChangeRequest,
  ): Promise<boolean> => {
    if ((await change.run({ keyId, wish })) === null) return false;
    await refresh();
    if (before === undefined) showToast(text);
    else showUndo(text, changeKey, { keyId, wish: before }, refresh);
    return true;
  };
  const { busy, refusal, canRepeat } = change;
  return { busy, refusal, canRepeat, set };
}
