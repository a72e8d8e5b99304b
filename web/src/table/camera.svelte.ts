// Where the eye is: pixels for an inch, and where the table's corner lies on the screen.

export class Camera {
  scale = $state(10);
  x = $state(0);
  y = $state(0);
  wide = $state(0);
  high = $state(0);
  private touched = false;
  private fitted = 1;

  /** `busy` is the part of the table the eye should begin with: left, top, right, bottom in inches. */
  constructor(
    readonly width: number,
    readonly depth: number,
    private busy: [number, number, number, number] | null = null,
  ) {}

  resize(wide: number, high: number): void {
    this.wide = wide;
    this.high = high;
    const fits = Math.min(wide / (this.width + 1), high / (this.depth + 1));
    this.fitted = Math.max(1, fits);
    if (!this.touched) this.begin();
  }

  /** A large screen begins with the whole table, a small one with the part where the troops are. */
  private begin(): void {
    this.fit();
    if (!this.busy || this.fitted > 9) return;
    const [left, top, right, bottom] = this.busy;
    const scale = Math.min(this.wide / (right - left + 5), (this.high - 190) / (bottom - top + 4));
    if (scale <= this.scale) return;
    this.scale = scale;
    this.x = this.wide / 2 - ((left + right) / 2) * scale;
    this.y = (this.high + 60) / 2 - ((top + bottom) / 2) * scale;
  }

  fit(): void {
    this.touched = false;
    this.scale = this.fitted;
    this.x = (this.wide - this.width * this.scale) / 2;
    this.y = (this.high - this.depth * this.scale) / 2;
  }

  pan(dx: number, dy: number): void {
    this.touched = true;
    this.x += dx;
    this.y += dy;
    this.keep();
  }

  zoom(by: number, atX = this.wide / 2, atY = this.high / 2): void {
    this.touched = true;
    const scale = Math.max(this.fitted * 0.8, Math.min(Math.max(90, this.fitted * 4), this.scale * by));
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.keep();
  }

  /** Brings a place (in inches from the north-west corner) into sight. */
  show(x: number, y: number): void {
    const [px, py] = [this.x + x * this.scale, this.y + y * this.scale];
    const margin = 60;
    const inSight = px > margin && py > margin && px < this.wide - margin && py < this.high - margin;
    if (inSight) return;
    this.touched = true;
    this.x = this.wide / 2 - x * this.scale;
    this.y = this.high / 2 - y * this.scale;
    this.keep();
  }

  /** Some of the table always stays on the screen. */
  private keep(): void {
    const rest = 80;
    this.x = Math.max(rest - this.width * this.scale, Math.min(this.wide - rest, this.x));
    this.y = Math.max(rest - this.depth * this.scale, Math.min(this.high - rest, this.y));
  }
}
