import { encode } from 'uqr';

/** Width of the light border around a QR code in modules (the squares of the code); ISO/IEC 18004 requires it. */
const QUIET_ZONE = 4;

/**
 * Returns an SVG path with a unit square for each dark module of a QR code, and the code's width in modules including the
 * border.
 */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}

/**
 * Shows a text, such as an address, as a QR code. It is dark on white even in the dark colour scheme, because scanners require
 * it.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect className="qr-ground" width={size} height={size} />
      <path className="qr-modules" d={path} />
    </svg>
  );
}
