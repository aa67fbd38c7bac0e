/* Lines over the edges of a board: the longest one, shortest ones, edges on rings, edges between
   places.

   Freestanding C for TinyCC. Sets come as little-endian bit strings, the board as the two corners
   of each edge. Nothing is allocated; what does not fit, or takes too long, is answered with -1 and
   left to the caller. */

typedef unsigned char byte;

enum { MOST = 200, WAYS = 16, CORNERS = 4096, STEPS = 20000 };

static int count;                             /* of the edges in question */
static short number[MOST], end[MOST][2], kind[MOST];
static short first[CORNERS], next[2 * MOST];  /* the edge ends at each corner, as a chain */

#define has(set, item) ((set)[(item) >> 3] >> ((item) & 7) & 1)

#define ROW(n) n, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0
static const byte lowest[256] = { /* by byte: the number of its lowest bit */
    ROW(0), ROW(4), ROW(5), ROW(4), ROW(6), ROW(4), ROW(5), ROW(4),
    ROW(7), ROW(4), ROW(5), ROW(4), ROW(6), ROW(4), ROW(5), ROW(4),
};

/* Does something for every x of a set. */
#define FOR_EACH(x, set, bytes, ...)                                                               \
    {                                                                                              \
        int at_, rest_;                                                                            \
        for (at_ = 0; at_ < (bytes); at_++)                                                        \
            for (rest_ = (set)[at_]; rest_; rest_ &= rest_ - 1) {                                  \
                x = 8 * at_ + lowest[rest_];                                                       \
                __VA_ARGS__;                                                                       \
            }                                                                                      \
    }

static int gather(const short *ends, const byte *sets, int kinds, int bytes)
{
    int k, e;
    count = 0;
    for (k = 0; k < kinds; k++, sets += bytes)
        FOR_EACH(e, sets, bytes,
            if (count == MOST || ends[2 * e] >= CORNERS || ends[2 * e + 1] >= CORNERS)
                return 0;
            number[count] = e;
            kind[count] = k;
            end[count][0] = ends[2 * e];
            end[count][1] = ends[2 * e + 1];
            count++;)
    for (e = 0; e < count; e++)
        first[end[e][0]] = first[end[e][1]] = -1;
    for (e = 0; e < 2 * count; e++) {
        int corner = end[e >> 1][e & 1];
        next[e] = first[corner];
        first[corner] = e;
    }
    return 1;
}

/* The longest line. `2 * edge + side` is one end of an edge; from there a line goes on to the far
   ends of the edges that join it. */

static short way[2 * MOST][WAYS];
static byte ways[2 * MOST], used[MOST], part[MOST], ringed[MOST + 1], size[MOST + 1], odd[MOST + 1];
static int longest, steps, ring;

static void go(int at, int length)
{
    int i;
    if (length > longest)
        longest = length;
    for (i = 0; i < ways[at]; i++) {
        int e = way[at][i] >> 1;
        if (used[e])
            ring = 1;
        else if (++steps < STEPS) {
            used[e] = 1;
            go(way[at][i], length + 1);
            used[e] = 0;
        }
    }
}

static void begin(int at)
{
    ring = 0;
    used[at >> 1] = 1;
    go(at, 1);
    used[at >> 1] = 0;
}

static void label(int edge, int mark)
{
    int side, i;
    part[edge] = mark;
    size[mark]++;
    for (side = 2 * edge; side < 2 * edge + 2; side++)
        for (i = 0; i < ways[side]; i++)
            if (!part[way[side][i] >> 1])
                label(way[side][i] >> 1, mark);
}

/* Where a line can go on. `masks` are sets of corners, `pairs` says for each two kinds which of them
   is the set where the first goes on to the second. */
static int joint(const byte *masks, const byte *pairs, int kinds, int bytes)
{
    int at, other;
    for (at = 0; at < 2 * count; at++) {
        int corner = end[at >> 1][at & 1];
        const byte *row = pairs + kind[at >> 1] * kinds;
        ways[at] = 0;
        for (other = first[corner]; other >= 0; other = next[other])
            if (other >> 1 != at >> 1 && has(masks + row[kind[other >> 1]] * bytes, corner)) {
                if (ways[at] == WAYS)
                    return 0;
                way[at][ways[at]++] = other ^ 1;
            }
    }
    return 1;
}

/* Whether all that join an end of an edge also join each other. */
static int joins_alike(int at)
{
    int i, k;
    for (i = 0; i < ways[at]; i++) {
        int other = way[at][i] ^ 1;
        if (ways[other] != ways[at])
            return 0;
        for (k = 0; k < ways[other]; k++) {
            int third = way[other][k], n;
            for (n = 0; n < ways[at] && way[at][n] != third; n++)
                ;
            if (n == ways[at] && third != (at ^ 1))
                return 0;
        }
    }
    return 1;
}

/* Whether the edges in question, or those of them that are kept, form no ring. */

static short root[CORNERS];
static byte kept[MOST];

static int root_of(int corner)
{
    while (root[corner] >= 0)
        corner = root[corner];
    return corner;
}

static int is_ringless(void)
{
    int e;
    for (e = 0; e < count; e++)
        root[end[e][0]] = root[end[e][1]] = -1;
    for (e = 0; e < count; e++)
        if (kept[e]) {
            int a = root_of(end[e][0]), b = root_of(end[e][1]);
            if (a == b)
                return 0;
            root[a] = b;
        }
    return 1;
}

/* Without rings a line never comes back, so how far it goes on from an end is asked only once. */

static short beyond[2 * MOST];

static int far_from(int at)
{
    int i, far = 0;
    if (beyond[at] >= 0)
        return beyond[at];
    for (i = 0; i < ways[at]; i++) {
        int there = far_from(way[at][i]) + 1;
        if (there > far)
            far = there;
    }
    return beyond[at] = far;
}

static int longest_without_rings(void)
{
    int e, far, best = 0;
    for (e = 0; e < 2 * count; e++)
        beyond[e] = -1;
    for (e = 0; e < count; e++) {
        far = far_from(2 * e) + far_from(2 * e + 1) + 1;
        if (far > best)
            best = far;
    }
    return best;
}

int longest_line(const short *ends, const byte *sets, int kinds, int edge_bytes, int corner_bytes,
                 const byte *pairs)
{
    int e, at, left, mark = 0;
    if (!gather(ends, sets, kinds, edge_bytes)
        || !joint(sets + kinds * edge_bytes, pairs, kinds, corner_bytes))
        return -1;
    for (e = 0; e < count; e++)
        kept[e] = 1;
    if (is_ringless())
        return longest_without_rings();
    longest = steps = 0;
    for (e = 0; e < count; e++)
        part[e] = used[e] = 0;
    for (e = 0; e < count; e++)
        if (!part[e]) {
            size[++mark] = 0;
            label(e, mark);
        }
    /* a part without a loose end is all rings */
    for (e = 0; e <= mark; e++)
        ringed[e] = 1;
    for (at = 0; at < 2 * count; at++)
        if (!ways[at ^ 1] && ringed[part[at >> 1]] == 1)
            ringed[part[at >> 1]] = 0;
    for (at = 0; at < 2 * count; at++)
        if (!ways[at ^ 1] && !ringed[part[at >> 1]] && size[part[at >> 1]] > longest) {
            begin(at);
            if (ring)
                ringed[part[at >> 1]] = 2;
        }
    /* Where there are rings, a longest line begins where an odd number of edges meet: else it could
       go on, or it is closed and takes in the whole part. */
    for (e = 1, left = 0; e <= mark; e++) {
        ringed[e] = ringed[e] && size[e] > longest;
        odd[e] = 0;
        left |= ringed[e];
    }
    if (!left)
        return steps < STEPS ? longest : -1;
    for (at = 0; at < 2 * count; at++)
        if (ringed[part[at >> 1]])
            odd[part[at >> 1]] |= !joins_alike(at) ? 2 : !(ways[at] & 1);
    for (at = 0; at < 2 * count; at++) {
        int here = part[at >> 1];
        if (!ringed[here] || size[here] <= longest)
            continue;
        if (!odd[here])
            longest = size[here];
        else if (odd[here] & 2 || !(ways[at ^ 1] & 1))
            begin(at);
    }
    return steps < STEPS ? longest : -1;
}

/* Shortest lines. */

static short queue[CORNERS], away[2 * MOST];
static byte wanted[2 * MOST];

static int told(byte *found, int bytes, const byte *yes)
{
    int e;
    for (e = 0; e < bytes; e++)
        found[e] = 0;
    for (e = 0; e < count; e++)
        if (yes[e])
            found[number[e] >> 3] |= 1 << (number[e] & 7);
    return 0;
}

int shortest_lines(const short *ends, const byte *sets, int kinds, int edge_bytes, int corner_bytes,
                   const byte *pairs, int start, int goal, byte *found)
{
    int at, i, done, waiting = 0, arrived = 0;
    if (!gather(ends, sets, kinds, edge_bytes)
        || !joint(sets + kinds * edge_bytes, pairs, kinds, corner_bytes))
        return -1;
    for (at = 0; at < 2 * count; at++) {
        away[at] = wanted[at] = kept[at >> 1] = 0;
        if (end[at >> 1][~at & 1] == start && start != goal) {
            away[at] = 1;
            queue[waiting++] = at;
        }
    }
    for (done = 0; done < waiting; done++) {
        at = queue[done];
        if (arrived && away[at] > arrived)
            break;
        if (end[at >> 1][at & 1] == goal) {
            arrived = away[at];
            wanted[at] = 1;
        }
        for (i = 0; i < ways[at]; i++)
            if (!away[way[at][i]]) {
                away[way[at][i]] = away[at] + 1;
                queue[waiting++] = way[at][i];
            }
    }
    /* what leads in time to something wanted is wanted too */
    for (done--; done >= 0; done--) {
        at = queue[done];
        for (i = 0; i < ways[at]; i++)
            if (wanted[way[at][i]] && away[way[at][i]] == away[at] + 1)
                wanted[at] = 1;
        if (wanted[at])
            kept[at >> 1] = 1;
    }
    return told(found, edge_bytes, kept);
}

/* Rings, and lines between places. */

static byte seen[CORNERS];

/* Goes on from the corners in the queue over kept edges, past corners that let pass. */
static void spread(int waiting, const byte *passing, int start, int without, int cut)
{
    int done, at;
    for (done = 0; done < waiting; done++) {
        int corner = queue[done];
        if (passing && corner != start && !has(passing, corner))
            continue;
        for (at = first[corner]; at >= 0; at = next[at]) {
            int goal = end[at >> 1][~at & 1];
            if (kept[at >> 1] && at >> 1 != without && goal != cut && !seen[goal]) {
                seen[goal] = 1;
                queue[waiting++] = goal;
            }
        }
    }
}

static void forget(void)
{
    int e;
    for (e = 0; e < count; e++)
        seen[end[e][0]] = seen[end[e][1]] = 0;
}

int edges_on_rings(const short *ends, const byte *sets, int bytes, const byte *passing, byte *found)
{
    static byte yes[MOST];
    int e;
    if (!gather(ends, sets, 1, bytes))
        return -1;
    for (e = 0; e < count; e++)
        kept[e] = 1, yes[e] = 0;
    if (!is_ringless())
        for (e = 0; e < count; e++) {
            forget();
            queue[0] = end[e][0];
            seen[end[e][0]] = 1;
            spread(1, passing, end[e][0], e, -1);
            yes[e] = seen[end[e][1]];
        }
    return told(found, bytes, yes);
}

int edges_between(const short *ends, const byte *sets, int bytes, const byte *places, byte *found)
{
    int e, at, other, again = 1;
    if (!gather(ends, sets, 1, bytes))
        return -1;
    for (e = 0; e < count; e++)
        kept[e] = 1;
    while (again) { /* what leads nowhere is taken off */
        again = 0;
        for (at = 0; at < 2 * count; at++)
            if (kept[at >> 1] && !has(places, end[at >> 1][at & 1])) {
                int others = 0;
                for (other = first[end[at >> 1][at & 1]]; other >= 0; other = next[other])
                    others += other != at && kept[other >> 1];
                if (!others)
                    kept[at >> 1] = 0, again = 1;
            }
    }
    if (!is_ringless()) /* an edge stays if no single corner parts it from all the places */
        for (at = 0; at < 2 * count; at++) {
            int cut = end[at >> 1][at & 1], waiting = 0;
            if (first[cut] != at)
                continue;
            forget();
            for (other = 0; other < 2 * count; other++) {
                int corner = end[other >> 1][other & 1];
                if (corner != cut && !seen[corner] && has(places, corner)) {
                    seen[corner] = 1;
                    queue[waiting++] = corner;
                }
            }
            spread(waiting, 0, -1, -1, cut);
            for (e = 0; e < count; e++)
                if (!seen[end[e][0]] && !seen[end[e][1]])
                    kept[e] = 0;
        }
    return told(found, bytes, kept);
}
