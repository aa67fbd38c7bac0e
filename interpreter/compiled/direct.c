/* Questions about sets and nets that Python asks without a detour: every function here is made a
   built-in function of its own (`native.py`), so that a question costs little more than its answer.
   It is compiled behind `lines.c`.

   Sets come as Python's whole numbers. Only documented functions of Python and the three for bytes
   of whole numbers are called, so nothing here knows how Python lays out its objects. */

typedef void object;
typedef long whole;
typedef unsigned long word;

#ifdef LATE /* Python 3.13 and later want to be told that errors are to be raised */
int _PyLong_AsByteArray(object *, byte *, unsigned long, int, int, int);
#define AS_BYTES(number, to, bytes) _PyLong_AsByteArray(number, to, bytes, 1, 1, 1)
#else
int _PyLong_AsByteArray(object *, byte *, unsigned long, int, int);
#define AS_BYTES(number, to, bytes) _PyLong_AsByteArray(number, to, bytes, 1, 1)
#endif
object *_PyLong_FromByteArray(const byte *, unsigned long, int, int);
unsigned long _PyLong_NumBits(object *);
object *PyLong_FromLong(long);
long PyLong_AsLong(object *);
object *PyBool_FromLong(long);
whole PyTuple_Size(object *);
object *PyTuple_New(whole);
object *PyTuple_GetItem(object *, whole);
int PyTuple_SetItem(object *, whole, object *);
int PyList_Append(object *, object *);
object *PyList_GetItem(object *, whole);
byte *PyBytes_AsString(object *);
int PyDict_SetItem(object *, object *, object *);
object *PyObject_GetAttrString(object *, const char *);
object *PyErr_Occurred(void);
void PyErr_SetString(object *, const char *);
object *PyNumber_Or(object *, object *);
object *PyObject_CallFunctionObjArgs(object *, ...);
void Py_IncRef(object *);
void Py_DecRef(object *);
int PyDict_Clear(object *);
whole PyDict_Size(object *);
whole PyBytes_Size(object *);
int PyObject_IsInstance(object *, object *);
extern object *PyExc_SystemError;
extern byte PyLong_Type[], PyTuple_Type[];
extern byte _Py_NoneStruct[];

enum {
    WIDE = 512, /* bytes of a set: eight times as many things */
    WORD = sizeof(word),
    MOST_REMEMBERED = 30000
};

static object *nothing(void)
{
    Py_IncRef(_Py_NoneStruct);
    return _Py_NoneStruct;
}

/* An index outside its table, or a wrong number of things handed over. */
static object *wrong(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_SystemError, "a question to a built-in function is not in order");
    return 0;
}

static object *as_number(const byte *set, int bytes)
{
    return _PyLong_FromByteArray(set, bytes, 1, 0);
}

/* What takes whole numbers apart looks at nothing but whole numbers. */
static int is_number(object *thing)
{
    return PyObject_IsInstance(thing, PyLong_Type) > 0 || wrong();
}

/* A set of any size; its bytes, or -1 if it is too large or no set. */
static int read_set(object *number, byte *to)
{
    unsigned long bits = is_number(number) ? _PyLong_NumBits(number) : 8 * WIDE;
    int bytes = (bits + 8) >> 3;
    return bits >= 8 * WIDE || AS_BYTES(number, to, bytes) < 0 ? -1 : bytes;
}

static void empty(byte *set, int bytes)
{
    int at;
    for (at = 0; at < bytes; at++)
        set[at] = 0;
}

/* Makes a set of so many bytes at least as long as wanted; how long it is then. */
static int grown(byte *set, int bytes, int wanted)
{
    while (bytes < wanted)
        set[bytes++] = 0;
    return bytes;
}

/* Sets. The first two fill the memory of a dictionary in which a set was not found. What is too
   large for the space here is left to the memory's own method. */

static object *left_to(object *memory, object *asked)
{
    object *plain, *found;
    if (PyErr_Occurred() || !(plain = PyObject_GetAttrString(memory, "plain")))
        return 0;
    found = PyObject_CallFunctionObjArgs(plain, asked, (object *)0);
    Py_DecRef(plain);
    return found;
}

static object *remembered(object *memory, object *asked, object *found)
{
    if (!found)
        return 0;
    if (PyDict_Size(memory) > MOST_REMEMBERED)
        PyDict_Clear(memory);
    if (PyDict_SetItem(memory, asked, found) < 0) {
        Py_DecRef(found);
        return 0;
    }
    return found;
}

object *elements(object *memory, object *asked)
{
    static byte set[WIDE];
    int bytes = read_set(asked, set), x, found = 0;
    object *items;
    if (bytes < 0)
        return left_to(memory, asked);
    FOR_EACH(x, set, bytes, found++)
    if (!(items = PyTuple_New(found)))
        return 0;
    found = 0;
    FOR_EACH(x, set, bytes, PyTuple_SetItem(items, found++, PyLong_FromLong(x)))
    return remembered(memory, asked, items);
}

/* The union of rows over a set. The table: a word that says how many bytes a row has, then the rows,
   each of whole words. */
object *image(object *memory, object *asked)
{
    static byte set[WIDE];
    static word all[WIDE / WORD];
    object *table = PyObject_GetAttrString(memory, "table");
    const word *rows, *row;
    int bytes = read_set(asked, set), x, i, wide;
    whole count;
    if (!table || !(rows = (const word *)PyBytes_AsString(table)))
        return 0;
    count = PyBytes_Size(table) / WORD - 1;
    Py_DecRef(table); /* the memory keeps it */
    if (bytes < 0 || *rows > WIDE)
        return left_to(memory, asked);
    wide = *rows++ / WORD;
    count = wide ? count / wide : 8 * WIDE;
    for (i = 0; i < wide; i++)
        all[i] = 0;
    FOR_EACH(x, set, bytes,
        if (x >= count)
            return wrong();
        for (i = 0, row = rows + x * wide; i < wide; i++)
            all[i] |= row[i])
    return remembered(memory, asked, as_number((byte *)all, WORD * wide));
}

/* Questions about the flat state; bound to what answers them where C cannot. */

#define PYTHONS_ANSWER (PyErr_Occurred() ? 0                                                       \
    : n == 3 ? PyObject_CallFunctionObjArgs(self, given[0], given[1], given[2], (object *)0)       \
    : PyObject_CallFunctionObjArgs(self, given[0], given[1], given[2], given[3], (object *)0))

/* slots_together(state, base, set): the union of what stands in slots base + x */
object *slots_together(object *self, object *const *given, whole n)
{
    static byte set[WIDE];
    object *all, *more, *item;
    whole base;
    int bytes, x;
    if (n != 3)
        return wrong();
    if ((bytes = read_set(given[2], set)) < 0)
        return PYTHONS_ANSWER;
    base = PyLong_AsLong(given[1]);
    all = PyLong_FromLong(0);
    FOR_EACH(x, set, bytes,
        item = PyList_GetItem(given[0], base + x);
        more = item ? PyNumber_Or(all, item) : 0;
        Py_DecRef(all);
        if (!more)
            return 0;
        all = more)
    return all;
}

/* alike(state, base, set, value): those x of a set for which slot base + x holds a value */
object *alike(object *self, object *const *given, whole n)
{
    static byte set[WIDE], same[WIDE];
    whole base;
    long value;
    int bytes, x;
    object *item;
    if (n != 4)
        return wrong();
    if ((bytes = read_set(given[2], set)) < 0)
        return PYTHONS_ANSWER;
    base = PyLong_AsLong(given[1]);
    value = PyLong_AsLong(given[3]);
    empty(same, bytes);
    FOR_EACH(x, set, bytes,
        if (!(item = PyList_GetItem(given[0], base + x)))
            return 0;
        if (item == given[3] || PyLong_AsLong(item) == value)
            same[x >> 3] |= 1 << (x & 7))
    return PyErr_Occurred() ? 0 : as_number(same, bytes);
}

/* held(state, base, members): the members of which a holding has some; its total stands first */
object *held(object *self, object *const *given, whole n)
{
    static byte set[WIDE];
    whole base, i, members;
    object *total;
    long left;
    int most = 0;
    if (n != 3)
        return wrong();
    base = PyLong_AsLong(given[1]);
    members = PyTuple_Size(given[2]);
    if (!(total = PyList_GetItem(given[0], base)))
        return 0;
    left = PyLong_AsLong(total);
    for (i = 0; i < members && left > 0; i++) {
        object *has = PyList_GetItem(given[0], base + 1 + i);
        long amount = has ? PyLong_AsLong(has) : 0;
        if (amount) {
            long member = PyLong_AsLong(PyTuple_GetItem(given[2], i));
            if (member < 0)
                return wrong();
            if (member >= 8 * WIDE)
                return PYTHONS_ANSWER;
            left -= amount;
            most = grown(set, most, (member >> 3) + 1);
            set[member >> 3] |= 1 << (member & 7);
        }
    }
    return PyErr_Occurred() ? 0 : as_number(set, most);
}

/* standing(state, places, pieces, spots): those pieces of a set that stand on certain places */
object *standing(object *self, object *const *given, whole n)
{
    static byte set[WIDE], spots[WIDE];
    whole places;
    int bytes, wide, x, found = 0, chosen[8 * WIDE];
    object *items;
    if (n != 4)
        return wrong();
    if ((bytes = read_set(given[2], set)) < 0 || (wide = read_set(given[3], spots)) < 0)
        return PYTHONS_ANSWER;
    places = PyLong_AsLong(given[1]);
    FOR_EACH(x, set, bytes,
        object *item = PyList_GetItem(given[0], places + x);
        long place = item ? PyLong_AsLong(item) : -1;
        if (place >= 0 && place < 8 * wide && has(spots, place))
            chosen[found++] = x;)
    if (PyErr_Occurred() || !(items = PyTuple_New(found)))
        return 0;
    for (x = 0; x < found; x++)
        PyTuple_SetItem(items, x, PyLong_FromLong(chosen[x]));
    return items;
}

/* contents(state, base, items): the set of what stands in slots base + x, for the x of a tuple */
object *contents(object *self, object *const *given, whole n)
{
    static byte set[WIDE];
    whole base, i, items;
    int most = 0;
    if (n != 3)
        return wrong();
    if (PyObject_IsInstance(given[2], PyTuple_Type) <= 0)
        return PYTHONS_ANSWER;
    base = PyLong_AsLong(given[1]);
    items = PyTuple_Size(given[2]);
    for (i = 0; i < items; i++) {
        object *item = PyList_GetItem(given[0], base + PyLong_AsLong(PyTuple_GetItem(given[2], i)));
        long value = item ? PyLong_AsLong(item) : -1;
        if (value >= 8 * WIDE)
            return PYTHONS_ANSWER;
        if (value >= 0) {
            most = grown(set, most, (value >> 3) + 1);
            set[value >> 3] |= 1 << (value & 7);
        }
    }
    return PyErr_Occurred() ? 0 : as_number(set, most);
}

/* once(state, places, pieces, table): what stands in exactly one row of a table of sets, of those
   that the places of some pieces name */
object *once(object *self, object *const *given, whole n)
{
    static byte set[WIDE];
    static word row[WIDE / WORD], one[WIDE / WORD], more[WIDE / WORD];
    whole places;
    int bytes, x, i, most = 0, wide;
    if (n != 4)
        return wrong();
    if ((bytes = read_set(given[2], set)) < 0)
        return PYTHONS_ANSWER;
    places = PyLong_AsLong(given[1]);
    FOR_EACH(x, set, bytes,
        object *place = PyList_GetItem(given[0], places + x);
        object *around = place ? PyTuple_GetItem(given[3], PyLong_AsLong(place)) : 0;
        if (!around)
            return wrong();
        if ((wide = read_set(around, (byte *)row)) < 0)
            return PYTHONS_ANSWER;
        wide = grown((byte *)row, wide, (wide + WORD - 1) / WORD * WORD) / WORD;
        for (; most < wide; most++)
            one[most] = more[most] = 0;
        for (i = 0; i < wide; i++) {
            more[i] |= one[i] & row[i];
            one[i] |= row[i];
        })
    for (i = 0; i < most; i++)
        one[i] &= ~more[i];
    return as_number((byte *)one, WORD * most);
}

/* added(moves, things, first, step): a move for each thing of a set */
object *added(object *self, object *const *given, whole n)
{
    static byte set[WIDE];
    long first, step;
    int bytes, x;
    object *move;
    if (n != 4)
        return wrong();
    if ((bytes = read_set(given[1], set)) < 0)
        return PYTHONS_ANSWER;
    first = PyLong_AsLong(given[2]);
    step = PyLong_AsLong(given[3]);
    if (PyErr_Occurred())
        return 0;
    FOR_EACH(x, set, bytes,
        move = PyLong_FromLong(first + x * step);
        if (!move || PyList_Append(given[0], move) < 0)
            return wrong();
        Py_DecRef(move))
    return nothing();
}

/* Nets. What they are bound to: the corners of each edge; for each corner where its edges begin in
   the list that follows; how many edges and corners there are. */

static const short *ends, *around;
static int edges, corners, edge_bytes, corner_bytes;

static void on_board(object *self)
{
    ends = (const short *)PyBytes_AsString(PyTuple_GetItem(self, 0));
    around = (const short *)PyBytes_AsString(PyTuple_GetItem(self, 1));
    edges = PyLong_AsLong(PyTuple_GetItem(self, 2));
    corners = PyLong_AsLong(PyTuple_GetItem(self, 3));
    edge_bytes = (edges >> 3) + 1;
    corner_bytes = (corners >> 3) + 1;
}

/* A set of things on the board; what is more than these is cut off. */
static int read_there(object *number, byte *to, int things)
{
    if (!is_number(number) || AS_BYTES(number, to, (things >> 3) + 1) < 0)
        return 0;
    to[things >> 3] &= (1 << (things & 7)) - 1;
    return 1;
}

static byte left[WIDE], found[WIDE], passes[WIDE], goals[WIDE], answer[WIDE];
static short taken[8 * WIDE]; /* by edge: in which step it was gone over */

/* Goes on step by step from the corners in `found`; the number of the step that met a goal, or -1 */
static int flood(long within, int towards)
{
    int waiting = 0, done = 0, upto, x, i, step = 0, met = 0;
    FOR_EACH(x, found, corner_bytes, queue[waiting++] = x; met |= towards && has(goals, x))
    while (!met) {
        if (step++ >= within || done == waiting)
            return -1;
        for (upto = waiting; done < upto; done++) {
            int corner = queue[done];
            for (i = around[corner]; i < around[corner + 1]; i++) {
                int edge = around[corners + 1 + i], goal;
                if (!has(left, edge))
                    continue;
                left[edge >> 3] ^= 1 << (edge & 7);
                taken[edge] = step;
                goal = ends[2 * edge] == corner ? ends[2 * edge + 1] : ends[2 * edge];
                if (has(found, goal))
                    continue;
                found[goal >> 3] |= 1 << (goal & 7);
                met |= towards && has(goals, goal);
                if (has(passes, goal))
                    queue[waiting++] = goal;
            }
        }
    }
    return step;
}

/* given: start, edges, passing, within and, if there is something to go towards, goals */
static int flooded(object *self, object *const *given, whole n, int towards, int *met)
{
    long within;
    if (n != 4 + towards)
        return 0;
    on_board(self);
    within = PyLong_AsLong(given[3]);
    if (!read_there(given[0], found, corners) || !read_there(given[1], left, edges)
        || !read_there(given[2], passes, corners)
        || towards && !read_there(given[4], goals, corners))
        return 0;
    *met = flood(within, towards);
    return !PyErr_Occurred();
}

object *reach(object *self, object *const *given, whole n)
{
    int met;
    return flooded(self, given, n, 0, &met) ? as_number(found, corner_bytes) : wrong();
}

object *meets(object *self, object *const *given, whole n)
{
    int met;
    return flooded(self, given, n, 1, &met) ? PyBool_FromLong(met >= 0) : wrong();
}

/* the edges of one shortest way, gone back from a goal step by step */
object *way_to(object *self, object *const *given, whole n)
{
    int step, here = -1, at, edge, i;
    static byte before[WIDE];
    if (!flooded(self, given, n, 1, &step))
        return wrong();
    empty(answer, edge_bytes);
    if (step > 0) {
        read_there(given[1], before, edges);
        for (at = 0; at < corner_bytes && here < 0; at++)
            if (found[at] & goals[at])
                for (here = 8 * at; !(has(found, here) && has(goals, here)); here++)
                    ;
        for (; step > 0; step--) {
            for (i = around[here]; i < around[here + 1]; i++) {
                edge = around[corners + 1 + i];
                if (has(before, edge) && !has(left, edge) && taken[edge] == step)
                    break;
            }
            if (i == around[here + 1])
                return wrong();
            answer[edge >> 3] |= 1 << (edge & 7);
            here = ends[2 * edge] == here ? ends[2 * edge + 1] : ends[2 * edge];
        }
    }
    return as_number(answer, edge_bytes);
}

/* dead_end(edge, edges, corners): whether at one end no other edge goes on, but for some corners */
object *dead_end(object *self, object *const *given, whole n)
{
    int edge, side, i;
    if (n != 3)
        return wrong();
    on_board(self);
    edge = PyLong_AsLong(given[0]);
    if (edge < 0 || edge >= edges || !read_there(given[1], left, edges)
        || !read_there(given[2], passes, corners))
        return wrong();
    for (side = 0; side < 2; side++) {
        int corner = ends[2 * edge + side], on = has(passes, corner);
        for (i = around[corner]; i < around[corner + 1]; i++) {
            int other = around[corners + 1 + i];
            on |= other != edge && has(left, other);
        }
        if (!on)
            return PyBool_FromLong(1);
    }
    return PyBool_FromLong(0);
}

/* rings(edges, passing), between(edges, places); None if it cannot be said */
static object *told_of(object *self, object *const *given, whole n,
                       int ask(const short *, const byte *, int, const byte *, byte *))
{
    if (n != 2)
        return wrong();
    on_board(self);
    if (!read_there(given[0], left, edges) || !read_there(given[1], passes, corners))
        return wrong();
    if (ask(ends, left, edge_bytes, passes, answer) < 0)
        return nothing();
    return as_number(answer, edge_bytes);
}

object *rings(object *self, object *const *given, whole n)
{
    return told_of(self, given, n, edges_on_rings);
}

object *between(object *self, object *const *given, whole n)
{
    return told_of(self, given, n, edges_between);
}

static byte several[16 * WIDE];

/* Some sets of edges, then some sets of corners; how many of edges. -1: too many, -2: wrong. */
static int read_sets(object *of_edges, object *of_corners, object *pairs)
{
    int kinds = PyTuple_Size(of_edges), joints = PyTuple_Size(of_corners), k;
    const byte *joint_of = PyBytes_AsString(pairs);
    byte *to = several;
    if (kinds < 0 || joints < 0 || PyBytes_Size(pairs) != kinds * kinds)
        return -2;
    if (kinds * edge_bytes + joints * corner_bytes > sizeof several)
        return -1;
    for (k = 0; k < kinds * kinds; k++)
        if (joint_of[k] >= joints)
            return -2;
    for (k = 0; k < kinds; k++, to += edge_bytes)
        if (!read_there(PyTuple_GetItem(of_edges, k), to, edges))
            return -2;
    for (k = 0; k < joints; k++, to += corner_bytes)
        if (!read_there(PyTuple_GetItem(of_corners, k), to, corners))
            return -2;
    return kinds;
}

/* length(edges by kind, passing, pairs); None if it takes too long */
object *length(object *self, object *const *given, whole n)
{
    int kinds, found = -1;
    if (n != 3)
        return wrong();
    on_board(self);
    kinds = read_sets(given[0], given[1], given[2]);
    if (kinds == -2)
        return wrong();
    if (kinds >= 0)
        found = longest_line(ends, several, kinds, edge_bytes, corner_bytes,
                             PyBytes_AsString(given[2]));
    return found < 0 ? nothing() : PyLong_FromLong(found);
}

/* shortest(start, goal, edges by kind, passing, pairs) */
object *shortest(object *self, object *const *given, whole n)
{
    int kinds, found = -1;
    if (n != 5)
        return wrong();
    on_board(self);
    kinds = read_sets(given[2], given[3], given[4]);
    if (kinds == -2)
        return wrong();
    if (kinds >= 0)
        found = shortest_lines(ends, several, kinds, edge_bytes, corner_bytes,
                               PyBytes_AsString(given[4]), PyLong_AsLong(given[0]),
                               PyLong_AsLong(given[1]), answer);
    return found < 0 ? nothing() : as_number(answer, edge_bytes);
}
