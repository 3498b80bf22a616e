import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Heading } from './heading.tsx';

/** Properties of the component `ScreenBoundary`, which contains one screen. */
interface ScreenBoundaryProps {
  readonly children: ReactNode;
  /** Called when the screen failed. */
  readonly onFailure: () => void;
}

/** The state of the component `ScreenBoundary`. */
interface ScreenBoundaryState {
  readonly hasFailed: boolean;
}

/**
 * Shows an error in place of a screen whose code cannot be loaded, as without a network, or that fails. Without it React would
 * remove the whole console from the page.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override readonly state: ScreenBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ScreenBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <Heading title="This screen cannot be shown" />
        <div role="alert" className="problem">
          <p>
            Its code could not be loaded, or it failed. Check that this device is online and the
            service runs, then load the page again.
          </p>
          <Button onClick={() => window.location.reload()}>Load the page again</Button>
        </div>
      </>
    );
  }
}
