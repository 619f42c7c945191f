// What Cyclone lets others bring along: types, samples and the caches of readers.
//
// Every middleware over Cyclone 0.10 uses these headers, which are no part of its public interface.
// What else we know of its inside stands behind tricks.h.
#pragma once

#include <dds/dds.h>
#include <dds/ddsc/dds_rhc.h>
#include <dds/ddsi/ddsi_rhc.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/ddsi_tkmap.h>
#include <dds/ddsi/q_radmin.h>
