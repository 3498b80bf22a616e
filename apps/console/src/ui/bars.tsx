/** One bar: what it stands for, and the two parts of its number. */
export interface BarValue {
  readonly label: string;
  readonly answered: number;
  readonly refused: number;
}

interface BarsProps {
  readonly title: string;
  /** The bars as one sentence, for reading aloud. */
  readonly sentence: string;
  readonly values: readonly BarValue[];
}

const HEIGHT = 60;
const STEP = 10;
const GAP = 2;

/** Bars with their sentence and their table. */
export function Bars({ title, sentence, values }: BarsProps) {
  const most = Math.max(1, ...values.map(({ answered, refused }) => answered + refused));
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  return (
    <figure className="bars">
      <figcaption>{sentence}</figcaption>
      <svg
        viewBox={`0 0 ${Math.max(values.length, 1) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map(({ label, answered, refused }, index) => (
          <g key={label}>
            <rect
              className="answered"
              x={index * STEP}
              width={STEP - GAP}
              y={HEIGHT - heightOf(answered)}
              height={heightOf(answered)}
            />
            <rect
              className="refused"
              x={index * STEP}
              width={STEP - GAP}
              y={HEIGHT - heightOf(answered + refused)}
              height={heightOf(refused)}
            />
          </g>
        ))}
      </svg>
      <details>
        <summary>As a table</summary>
        <table>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Answered</th>
              <th scope="col">Refused</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ label, answered, refused }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="numbers">{answered}</td>
                <td className="numbers">{refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
