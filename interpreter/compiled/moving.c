/* Pieces on their places: what `pieces.py` does when one is put down, lifted or moved. It is compiled
   behind `direct.c`.

   Bound to: six numbers; the slots that each place affects; and by piece: what its places begin
   with, the slots of place masks of its kind, all of its kind and owner, all of its kind; last, for
   every thing, the set of it alone and of all but it. */

int PyList_SetItem(object *, whole, object *);
object *PyNumber_And(object *, object *);
int PyObject_IsTrue(object *);

static object *table;
static const long *slot; /* slots: the board, the clock, places, owners, stamps; number of sides */

enum { BOARD, CLOCK, PLACES, OWNERS, STAMPS, SIDES };
enum { NUMBERS, AFFECTED, OFFSETS, STANDING, GROUPS, KINDS, ALONE, OTHERS };

static object *row(int which, whole at)
{
    return PyTuple_GetItem(PyTuple_GetItem(table, which), at);
}

static whole entry(int which, whole at)
{
    object *found = row(which, at);
    return found ? PyLong_AsLong(found) : -1;
}

static whole number_in(object *state, whole at)
{
    object *found = PyList_GetItem(state, at);
    return found ? PyLong_AsLong(found) : -1;
}

static void change(object *state, whole at, object *with, object *how(object *, object *))
{
    object *now = PyList_GetItem(state, at);
    if (with && now && (now = how(now, with)))
        PyList_SetItem(state, at, now);
}

static void change_all(object *state, object *slots, object *with, object *how(object *, object *))
{
    whole i, count = slots ? PyTuple_Size(slots) : 0;
    for (i = 0; i < count; i++)
        change(state, PyLong_AsLong(PyTuple_GetItem(slots, i)), with, how);
}

static void stand_there(object *state, whole piece, object *where)
{
    whole place = PyLong_AsLong(where), block = entry(STANDING, piece), owner;
    object *alone = row(ALONE, piece);
    change(state, slot[BOARD], alone, PyNumber_Or);
    Py_IncRef(where);
    PyList_SetItem(state, slot[PLACES] + piece, where);
    change_all(state, row(AFFECTED, place + entry(OFFSETS, piece)), alone, PyNumber_Or);
    if (block > 0) {
        owner = number_in(state, slot[OWNERS] + piece);
        alone = row(ALONE, place);
        change(state, block + (owner >= 0 ? owner : slot[SIDES]), alone, PyNumber_Or);
        change(state, block + slot[SIDES] + 1, alone, PyNumber_Or);
    }
}

static int any_of(object *set, object *others)
{
    object *both = set && others ? PyNumber_And(set, others) : 0;
    int any = both ? PyObject_IsTrue(both) : 0;
    if (both)
        Py_DecRef(both);
    return any;
}

static void lift_off(object *state, whole piece)
{
    whole place = number_in(state, slot[PLACES] + piece), block, owner;
    object *others = row(OTHERS, piece), *slots, *here;
    if (place < 0)
        return;
    change(state, slot[BOARD], others, PyNumber_And);
    PyList_SetItem(state, slot[PLACES] + piece, PyLong_FromLong(-1));
    slots = row(AFFECTED, place + entry(OFFSETS, piece));
    change_all(state, slots, others, PyNumber_And);
    block = entry(STANDING, piece);
    if (block > 0 && slots) {
        here = PyList_GetItem(state, PyLong_AsLong(PyTuple_GetItem(slots, 0)));
        owner = number_in(state, slot[OWNERS] + piece);
        others = row(OTHERS, place);
        if (owner < 0 || !any_of(here, row(GROUPS, piece)))
            change(state, block + (owner >= 0 ? owner : slot[SIDES]), others, PyNumber_And);
        if (!any_of(here, row(KINDS, piece)))
            change(state, block + slot[SIDES] + 1, others, PyNumber_And);
    }
}

static void stamp(object *state, whole piece)
{
    whole now = number_in(state, slot[CLOCK]) + 1;
    PyList_SetItem(state, slot[CLOCK], PyLong_FromLong(now));
    PyList_SetItem(state, slot[STAMPS] + piece, PyLong_FromLong(now));
}

/* The piece that is spoken of, or -1. */
static whole begun(object *self, object *const *given, whole n, whole wanted)
{
    if (n != wanted) {
        wrong();
        return -1;
    }
    table = self;
    slot = (const long *)PyBytes_AsString(PyTuple_GetItem(self, NUMBERS));
    return PyLong_AsLong(given[1]);
}

static object *done(void)
{
    return PyErr_Occurred() ? 0 : nothing();
}

object *stand(object *self, object *const *given, whole n)
{
    whole piece = begun(self, given, n, 3);
    if (piece >= 0)
        stand_there(given[0], piece, given[2]);
    return done();
}

object *put(object *self, object *const *given, whole n)
{
    whole piece = begun(self, given, n, 3);
    if (piece >= 0) {
        stand_there(given[0], piece, given[2]);
        stamp(given[0], piece);
    }
    return done();
}

object *lift(object *self, object *const *given, whole n)
{
    whole piece = begun(self, given, n, 2);
    if (piece >= 0)
        lift_off(given[0], piece);
    return done();
}

object *move(object *self, object *const *given, whole n)
{
    whole piece = begun(self, given, n, 3);
    if (piece >= 0) {
        lift_off(given[0], piece);
        stand_there(given[0], piece, given[2]);
        stamp(given[0], piece);
    }
    return done();
}
