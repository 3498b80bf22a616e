import { changeKey, type KeyWish } from '../api/keys.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { showToast, showUndo } from '../ui/toast.tsx';

/** React hook: changes a key and then confirms the change with a toast, which can undo it when `before` is given. */
export function useKeyChange(keyId: string) {
  const read = useRefresh();
  const change = useChange(changeKey);
  const refresh = () => read(['key', keyId], ['keys']);
  /** Resolves to false when the change was refused. @param before the values that an undo sets */
  const set = async (wish: KeyWish, text: string, before?: KeyWish): Promise<boolean> => {
    if ((await change.run({ keyId, wish })) === null) return false;
    await refresh();
    if (before === undefined) showToast(text);
    else showUndo(text, changeKey, { keyId, wish: before }, refresh);
    return true;
  };
  const { busy, refusal, canRepeat } = change;
  return { busy, refusal, canRepeat, set };
}
