import { FieldfareError } from '../../foundation/errors/index.ts';

/** So many hosts in a row must have been silent, no other having answered in between … */
const HOSTS = 10;
/** … and for so long, or so often. */
const LASTS_MS = 30_000;
const TIMES = 200;

export class NetworkDownError extends FieldfareError {
  readonly code = 'network-down';
  override readonly exitCode = 1;
  override readonly httpStatus = 503;
}

/** Tells a network that is gone from hosts that are: where nobody answers any more, going on would give up every link. */
export class OutageDetector {
  private readonly now: () => number;
  private readonly hosts = new Set<string>();
  private times = 0;
  private since = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** A host did not answer. @throws {NetworkDownError} when none has for too long */
  heard(host: string, reason: string): void {
    if (this.hosts.size === 0) this.since = this.now();
    this.hosts.add(host);
    this.times++;
    if (this.hosts.size < HOSTS || (this.times < TIMES && this.now() - this.since < LASTS_MS)) return;
    throw new NetworkDownError(
      `no host answers any more (${host}: ${reason}; ${this.hosts.size} hosts before it): check the network and the name server, and go on with --resume`,
    );
  }

  broken(): void {
    this.hosts.clear();
    this.times = 0;
  }
}
