import { Button } from './button.tsx';

/** Properties of the component `FormEnd`; `action` is the text of the button that submits. */
interface FormEndProps {
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The buttons at the end of a form, which cancel and submit it. */
export function FormEnd({ action, busy, disabled = false, onCancel }: FormEndProps) {
  return (
    <div className="row end">
      <Button disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button submit look="primary" busy={busy} disabled={disabled}>
        {action}
      </Button>
    </div>
  );
}
